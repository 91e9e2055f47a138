//! API results in JSON, and API errors.

use std::any::Any;

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use counterplay_core::TextError;
use serde_json::{Value, json};

/// Result of every function of the interface.
pub(crate) type ApiResult = Result<Value, ApiError>;

/// API error: why a request is not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    kind: Kind,
    message: String,
    field: Option<String>,
    place: Option<(usize, usize)>,
}

/// Kinds of errors: each is a code of the interface and a status of HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    BadRequest,
    BadJson,
    NoGame,
    BadOption,
    BadPosition,
    IllegalMove,
    BadLimit,
    Forbidden,
    NotFound,
    NoSession,
    BadMethod,
    Slow,
    NotYourTurn,
    Busy,
    Stopped,
    Secret,
    Over,
    TooLarge,
    TooMany,
    Failed,
    Full,
}

impl Kind {
    const fn code(self) -> (&'static str, StatusCode) {
        match self {
            Kind::BadRequest => ("bad-request", StatusCode::BAD_REQUEST),
            Kind::BadJson => ("bad-json", StatusCode::BAD_REQUEST),
            Kind::NoGame => ("no-game", StatusCode::BAD_REQUEST),
            Kind::BadOption => ("bad-option", StatusCode::BAD_REQUEST),
            Kind::BadPosition => ("bad-position", StatusCode::BAD_REQUEST),
            Kind::IllegalMove => ("illegal-move", StatusCode::BAD_REQUEST),
            Kind::BadLimit => ("bad-limit", StatusCode::BAD_REQUEST),
            Kind::Forbidden => ("forbidden", StatusCode::FORBIDDEN),
            Kind::NotFound => ("not-found", StatusCode::NOT_FOUND),
            Kind::NoSession => ("no-session", StatusCode::NOT_FOUND),
            Kind::BadMethod => ("bad-method", StatusCode::METHOD_NOT_ALLOWED),
            Kind::Slow => ("slow", StatusCode::REQUEST_TIMEOUT),
            Kind::NotYourTurn => ("not-your-turn", StatusCode::CONFLICT),
            Kind::Busy => ("busy", StatusCode::CONFLICT),
            Kind::Stopped => ("stopped", StatusCode::CONFLICT),
            Kind::Secret => ("secret", StatusCode::CONFLICT),
            Kind::Over => ("over", StatusCode::CONFLICT),
            Kind::TooLarge => ("too-large", StatusCode::PAYLOAD_TOO_LARGE),
            Kind::TooMany => ("too-many", StatusCode::TOO_MANY_REQUESTS),
            Kind::Failed => ("failed", StatusCode::INTERNAL_SERVER_ERROR),
            Kind::Full => ("full", StatusCode::SERVICE_UNAVAILABLE),
        }
    }
}

impl ApiError {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> ApiError {
        ApiError { kind, message: message.into(), field: None, place: None }
    }

    /// Adds the field of the request that the error is about.
    pub(crate) fn field(self, name: impl Into<String>) -> ApiError {
        ApiError { field: Some(name.into()), ..self }
    }

    /// Error of a text that could not be read.
    pub(crate) fn text(kind: Kind, error: &TextError, source: &str) -> ApiError {
        ApiError { place: Some(error.position(source)), ..ApiError::new(kind, error.message.clone()) }
    }

    /// Error of a body that could not be read.
    pub(crate) fn json(error: &serde_json::Error) -> ApiError {
        let kind = if error.is_data() { Kind::BadRequest } else { Kind::BadJson };
        ApiError { place: Some((error.line(), error.column())), ..ApiError::new(kind, error.to_string()) }
    }

    /// Error for a panic in the rules of a game. Its message may reveal what a seat must not know, so it is repeated
    /// only where there are no secrets.
    pub(crate) fn panic(panic: &(dyn Any + Send), secrets: bool) -> ApiError {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        let text = text.filter(|_| !secrets).map(|text| format!(": {text}")).unwrap_or_default();
        ApiError::new(Kind::Failed, format!("the rules of the game panicked{text}"))
    }

    /// JSON of the error, for a response or an event.
    pub(crate) fn to_json(&self) -> Value {
        let mut value = json!({"code": self.kind.code().0, "message": self.message});
        if let Some(field) = &self.field {
            value["field"] = json!(field);
        }
        if let Some((line, column)) = self.place {
            value["line"] = json!(line);
            value["column"] = json!(column);
        }
        value
    }

    pub(crate) fn response(&self) -> Response<Body> {
        let mut response = json_response(self.kind.code().1, &self.to_json());
        if matches!(self.kind, Kind::TooMany | Kind::Full) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        if matches!(self.kind, Kind::TooLarge | Kind::Slow) {
            // The rest of the request is not read.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// Response with a JSON body.
pub(crate) fn json_response(status: StatusCode, value: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
