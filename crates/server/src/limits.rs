//! Query parameters: the key of a seat, and the limits of a search.

use std::time::Duration;

use crate::api_error::{ApiError, Kind};

/// Longest search.
const LONGEST: Duration = Duration::from_secs(600);

/// Query parameters of a request. None of ours has a letter that would be written with a percent sign.
#[derive(Clone, Default, Debug)]
pub(crate) struct Query {
    pairs: Vec<(String, String)>,
}

impl Query {
    pub(crate) fn read(text: Option<&str>) -> Query {
        let parts = text.unwrap_or_default().split('&').filter(|part| !part.is_empty());
        let pairs = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
        Query { pairs: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect() }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn key(&self) -> Option<&str> {
        self.get("key")
    }

    /// Refuses parameters that are neither the key nor one of these.
    pub(crate) fn only(&self, names: &[&str]) -> Result<(), ApiError> {
        match self.pairs.iter().find(|(name, _)| name != "key" && !names.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                let known = if names.is_empty() { "none here".to_owned() } else { names.join(", ") };
                let message = format!("there is no parameter {name:?}; those that there are: {known}");
                Err(ApiError::new(Kind::BadRequest, message).field(name))
            }
        }
    }

    pub(crate) fn number(&self, name: &str, least: u32, most: u32) -> Result<Option<u32>, ApiError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| plain && (least..=most).contains(number));
        let wrong = || format!("{name} must be a whole number from {least} to {most}, not {text:?}");
        number.map(Some).ok_or_else(|| ApiError::new(Kind::BadLimit, wrong()).field(name))
    }

    /// Parses a time, `500ms`, `2s` or `1m`.
    pub(crate) fn time(&self, name: &str) -> Result<Option<Duration>, ApiError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let time = read_time(text).filter(|time| *time <= LONGEST);
        let wrong = || format!("{name} must be a time such as 500ms, 2s or 1m, at most 10m, not {text:?}");
        time.map(Some).ok_or_else(|| ApiError::new(Kind::BadLimit, wrong()).field(name))
    }
}

fn read_time(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_with_their_units_and_nothing_else_passes() {
        let query = Query::read(Some("lines=3&time=200ms&depth=12&key=c0ffee"));
        assert_eq!(query.key(), Some("c0ffee"));
        assert_eq!(query.number("lines", 1, 64), Ok(Some(3)));
        assert_eq!(query.number("threads", 1, 64), Ok(None));
        assert_eq!(query.time("time"), Ok(Some(Duration::from_millis(200))));
        assert!(query.only(&["lines", "time", "depth"]).is_ok() && query.only(&["lines"]).is_err());
        for wrong in ["", "0", "-1", "65", "1e3", "+1", "99999999999999999999", "NaN", "%31"] {
            assert!(Query::read(Some(&format!("lines={wrong}"))).number("lines", 1, 64).is_err(), "{wrong}");
        }
        for wrong in ["", "-1s", "601s", "11m", "1e99", "inf", "NaN", "1h", "s", ".", "1.2.3"] {
            assert!(Query::read(Some(&format!("time={wrong}"))).time("time").is_err(), "{wrong}");
        }
        assert_eq!(Query::read(Some("time=10m")).time("time"), Ok(Some(LONGEST)));
        assert!(Query::read(None).pairs.is_empty() && Query::read(Some("&&")).pairs.is_empty());
    }
}
