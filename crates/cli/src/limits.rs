//! `--time 2s --depth 12 --nodes 1e6 --threads 1 --memory 256M --seed 7`: the same words on every verb.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use counterplay_api::{HiddenSearch, Request};
use counterplay_core::Limits;
use counterplay_core::engine::Filter;

use crate::failure::Failure;
use crate::memory;

/// Search limits.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// How long to think, such as 500ms, 2s or 1m
    #[arg(long, value_parser = time, allow_hyphen_values = true)]
    pub(crate) time: Option<Duration>,
    /// How many plies to look ahead; for `compare` also a range, such as 1..9
    #[arg(long, value_parser = depths, allow_hyphen_values = true)]
    pub(crate) depth: Option<Depths>,
    /// How many states to enter, such as 50000 or 1e6
    #[arg(long, value_parser = nodes, allow_hyphen_values = true)]
    pub(crate) nodes: Option<u64>,
    /// How many threads to use; one gives the same answer to the node each time
    #[arg(long, value_parser = threads, allow_hyphen_values = true, default_value = "1")]
    pub(crate) threads: u32,
    /// How much memory a table may take, such as 256M or 1G; 64M if not given, or a quarter of what there is
    #[arg(long, value_parser = size, allow_hyphen_values = true)]
    pub(crate) memory: Option<u64>,
    /// The seed of everything that is drawn at random
    #[arg(long, value_parser = seed, allow_hyphen_values = true, default_value = "1")]
    pub(crate) seed: u64,
    /// In a game with secrets, how to search over what could be: averaging over deals, or information-set tree search
    /// (ismcts)
    #[arg(long, value_name = "averaging|ismcts|equilibrium|strongest", value_parser = hidden_search)]
    pub(crate) search: Option<HiddenSearch>,
    /// In a game with secrets, how many deals to draw, such as 100 or 1e4; as many as the other limits allow if not
    /// given
    #[arg(long, value_parser = deals, allow_hyphen_values = true)]
    pub(crate) deals: Option<usize>,
    /// In a game of chance, look only at so many actions of each side, those that seem best, and with 4:0.1 only at
    /// those that seem worse than the best by no more than 0.1: a heuristic, so that every score is an estimate
    #[arg(long, value_name = "N[:WITHIN]", value_parser = filter, allow_hyphen_values = true)]
    pub(crate) filter: Option<Filter>,
}

/// Depths: one, or all from one to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Depths {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

impl LimitArgs {
    /// Whether no limit says when to end.
    pub(crate) fn are_open(&self) -> bool {
        self.time.is_none() && self.depth.is_none() && self.nodes.is_none()
    }

    /// Search request for the catalog; refused before anything is allocated if the machine has not the memory, and if
    /// the game has no secrets where it would need some.
    pub(crate) fn request(&self, secrets: bool, stack: usize, stop: &Arc<AtomicBool>) -> Result<Request, Failure> {
        let search = for_secrets(self.search, "--search", secrets)?;
        let deals = for_secrets(self.deals, "--deals", secrets)?;
        let depth = match self.depth {
            Some(Depths { from, to }) if from != to => {
                return Err(Failure::usage("--depth takes one number here; only `compare` takes a range"));
            }
            depth => depth.map(|depth| depth.to),
        };
        let limits =
            Limits { nodes: self.nodes, time: self.time, stop: Some(Arc::clone(stop)), stack, ..Limits::default() };
        let memory = memory::budget(self.memory)?;
        let (threads, seed) = (self.threads, self.seed);
        Ok(Request { limits, depth, memory, threads, seed, search, deals, filter: self.filter, ..Request::default() })
    }
}

/// Checks an option for games with secrets; refused for all others.
pub(crate) fn for_secrets<T>(said: Option<T>, option: &str, secrets: bool) -> Result<Option<T>, Failure> {
    match said {
        Some(_) if !secrets => {
            Err(Failure::usage(format!("{option} is for games with secrets, and this one has none: leave it out")))
        }
        said => Ok(said),
    }
}

/// Parses a search for games with secrets, by its name.
pub(crate) fn hidden_search(text: &str) -> Result<HiddenSearch, String> {
    HiddenSearch::named(text)
        .ok_or_else(|| format!("expected one of {}", HiddenSearch::ALL.map(HiddenSearch::as_str).join(", ")))
}

/// Parses a number of deals to draw.
pub(crate) fn deals(text: &str) -> Result<usize, String> {
    whole(text, 1, 1_000_000_000).map(|deals| deals as usize)
}

/// Parses a number with an optional unit behind it.
fn with_unit<'t>(text: &'t str, units: &[(&str, f64)]) -> Option<f64> {
    let at = text.find(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'e' | 'E')).unwrap_or(text.len());
    let (number, unit): (&'t str, &'t str) = text.split_at(at);
    let factor = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit.trim()))?.1;
    let number = number.trim();
    // Rust would read "inf" and "NaN" as numbers.
    let plain = number.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+'));
    number.parse::<f64>().ok().filter(|value| plain && value.is_finite()).map(|value| value * factor)
}

pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let seconds = with_unit(text, &[("", 1.0), ("s", 1.0), ("ms", 0.001), ("m", 60.0), ("min", 60.0), ("h", 3600.0)]);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or_else(|| "expected a time such as 500ms, 2s or 1m".to_owned())
}

pub(crate) fn whole(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let exact = text.trim().parse::<u64>().ok();
    let short =
        || with_unit(text, &[("", 1.0)]).filter(|value| value.fract() == 0.0 && *value < 1.8e19).map(|v| v as u64);
    exact.or_else(short).filter(|value| (least..=most).contains(value)).ok_or_else(|| {
        if most == u64::MAX {
            format!("expected a whole number of at least {least}")
        } else {
            format!("expected a whole number from {least} to {most}")
        }
    })
}

/// Parses a number of lines to find.
pub(crate) fn lines(text: &str) -> Result<usize, String> {
    whole(text, 1, 1000).map(|lines| lines as usize)
}

/// Parses a filter: how many actions, and by how much they may seem worse than the best.
pub(crate) fn filter(text: &str) -> Result<Filter, String> {
    let (keep, within) = text.split_once(':').map_or((text, None), |(keep, within)| (keep, Some(within)));
    let expected = || {
        "expected a number of actions, from 1 to 1000, such as 4, and by how much they may seem worse, from 0 to \
         1000000, such as 4:0.1"
            .to_owned()
    };
    let keep = whole(keep, 1, 1000).map_err(|_| expected())? as usize;
    let within = within.map(|within| within.parse().ok().filter(|within| (0.0..=1e6).contains(within)));
    within.unwrap_or(Some(f64::INFINITY)).map(|within| Filter { keep, within }).ok_or_else(expected)
}

pub(crate) fn nodes(text: &str) -> Result<u64, String> {
    whole(text, 1, u64::MAX)
}

pub(crate) fn depth(text: &str) -> Result<u32, String> {
    whole(text, 1, 1_000_000).map(|depth| depth as u32)
}

fn depths(text: &str) -> Result<Depths, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let depths = Depths { from: depth(from)?, to: depth(to)? };
    if depths.from <= depths.to {
        Ok(depths)
    } else {
        Err("a range goes from the lower number to the higher".to_owned())
    }
}

pub(crate) fn threads(text: &str) -> Result<u32, String> {
    whole(text, 1, 1024).map(|threads| threads as u32)
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0, u64::MAX)
}

pub(crate) fn size(text: &str) -> Result<u64, String> {
    let units = [("", 1.0), ("k", 1024.0), ("m", 1_048_576.0), ("g", 1_073_741_824.0), ("t", 1_099_511_627_776.0)];
    let units: Vec<(String, f64)> =
        units.iter().flat_map(|&(unit, factor)| ["", "b", "ib"].map(|end| (format!("{unit}{end}"), factor))).collect();
    let units: Vec<(&str, f64)> = units.iter().map(|(unit, factor)| (unit.as_str(), *factor)).collect();
    with_unit(text, &units).map(|bytes| bytes as u64).ok_or_else(|| "expected a size such as 64M or 1G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_with_their_units_and_nothing_else_passes() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2"), Ok(Duration::from_secs(2)));
        assert_eq!(time("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(time("0"), Ok(Duration::ZERO));
        assert_eq!(nodes("1e6"), Ok(1_000_000));
        assert_eq!(nodes("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(size("256M"), Ok(256 << 20));
        assert_eq!(size("1GiB"), Ok(1 << 30));
        assert_eq!(size("0"), Ok(0));
        for wrong in ["", "NaN", "inf", "-1", "1e99", "2 apples", "s", "--"] {
            assert!(time(wrong).is_err() || wrong == "1e99", "{wrong}");
            assert!(nodes(wrong).is_err() && depth(wrong).is_err(), "{wrong}");
        }
        for wrong in ["0", "18446744073709551616", "1.5", "1e-3"] {
            assert!(nodes(wrong).is_err(), "{wrong}");
        }
        assert_eq!((depths("5"), depths("1..9")), (Ok(Depths { from: 5, to: 5 }), Ok(Depths { from: 1, to: 9 })));
        assert!(["9..1", "..", "1..", "0..2", "1...3"].iter().all(|text| depths(text).is_err()));
        assert!(depth("0").is_err() && depth("99999999999999999999").is_err());
        assert!(time("1e99").is_err());
        assert_eq!((deals("1e4"), hidden_search("ismcts")), (Ok(10_000), Ok(HiddenSearch::Ismcts)));
        assert!(
            deals("0").is_err() && hidden_search("minimax").is_err_and(|error| error.contains("averaging, ismcts"))
        );
    }
}
