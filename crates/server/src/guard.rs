//! Request guard: it admits this machine's own page and programs, and no other site.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response, header};

use crate::api_error::{ApiError, Kind};

/// Content security policy: nothing but what this server itself sends; no script or style inside of a page, no frame,
/// no form.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src \
                      'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Checks whether a request may go on.
///
/// A name that a foreign site owns can be made to point to this machine, and then a browser takes that site for ours:
/// so the `Host` has to be one of ours, and to be there once (RFC 9112, section 3.2): of two, somebody in between may
/// have read the other. A foreign page that sends a request here says so by its `Origin`, or by `Sec-Fetch-Site`.
pub(crate) fn check<B>(request: &Request<B>, port: u16) -> Result<(), ApiError> {
    let refused = |what: &str| Err(ApiError::new(Kind::Forbidden, format!("the {what} is not this server")));
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(ApiError::new(Kind::BadRequest, "a request has one Host"));
    };
    if host.is_empty() {
        return Err(ApiError::new(Kind::BadRequest, "the Host is empty"));
    }
    if !host.to_str().is_ok_and(|host| is_ours(host, port)) {
        return refused("Host");
    }
    if request.uri().authority().is_some_and(|named| !is_ours(named.as_str(), port)) {
        return refused("Host");
    }
    let ours = |origin: &HeaderValue| {
        origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://")).is_some_and(|host| is_ours(host, port))
    };
    if !headers.get_all(header::ORIGIN).iter().all(ours) {
        return refused("Origin");
    }
    if request.uri().path().starts_with("/api/") && is_foreign(headers) {
        return refused("site that asks");
    }
    Ok(())
}

/// Whether the browser reports that another site sent the request.
fn is_foreign(headers: &HeaderMap) -> bool {
    headers.get_all("sec-fetch-site").iter().any(|site| site != "same-origin" && site != "none")
}

fn is_ours(host: &str, port: u16) -> bool {
    let (name, given) = match host.rsplit_once(':') {
        // The colons of an address in brackets are its own.
        Some((name, given)) if !given.ends_with(']') => (name, given.parse().ok()),
        _ => (host, Some(80)),
    };
    given == Some(port) && ["127.0.0.1", "localhost", "[::1]"].iter().any(|own| name.eq_ignore_ascii_case(own))
}

/// Adds the headers of every response.
pub(crate) fn add_headers(response: &mut Response<Body>) {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    let own_window = HeaderName::from_static("cross-origin-opener-policy");
    headers.insert(own_window, HeaderValue::from_static("same-origin"));
    let own_resources = HeaderName::from_static("cross-origin-resource-policy");
    headers.insert(own_resources, HeaderValue::from_static("same-origin"));
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(uri: &str, headers: &[(&str, &str)]) -> bool {
        let request = headers.iter().fold(Request::get(uri), |request, &(name, value)| request.header(name, value));
        check(&request.body(()).unwrap(), 8017).is_ok()
    }

    #[test]
    fn only_this_server_is_this_server() {
        for host in ["127.0.0.1:8017", "localhost:8017", "LOCALHOST:8017", "[::1]:8017"] {
            assert!(allowed("/", &[("host", host)]), "{host}");
            assert!(allowed("/api/catalog", &[("host", host), ("origin", &format!("http://{host}"))]), "{host}");
        }
        for host in
            ["127.0.0.1", "127.0.0.1:80", "evil.example:8017", "127.0.0.1.evil.example:8017", "[::1]", "", ":8017"]
        {
            assert!(!allowed("/", &[("host", host)]), "{host}");
        }
        assert!(!allowed("/", &[]) && !allowed("/", &[("host", "localhost:8017"), ("host", "evil.example:8017")]));
        assert!(!allowed("http://evil.example:8017/", &[("host", "localhost:8017")]));
        for origin in
            ["null", "https://127.0.0.1:8017", "http://evil.example", "http://127.0.0.1:8018", "127.0.0.1:8017"]
        {
            assert!(!allowed("/", &[("host", "localhost:8017"), ("origin", origin)]), "{origin}");
        }
        let from = |site| allowed("/api/catalog", &[("host", "localhost:8017"), ("sec-fetch-site", site)]);
        assert!(from("same-origin") && from("none") && !from("cross-site") && !from("same-site"));
        assert!(allowed("/", &[("host", "localhost:8017"), ("sec-fetch-site", "cross-site")]), "a link to the page");
    }

    #[test]
    fn port_eighty_need_not_be_said() {
        let request = Request::get("/").header("host", "localhost").body(()).unwrap();
        assert!(check(&request, 80).is_ok() && check(&request, 8017).is_err());
    }
}
