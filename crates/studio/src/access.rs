//! Access control: a request needs the token and must address this machine by its own name.
//!
//! A page from another site can make a browser send requests to loopback, and can even read the answers by DNS
//! rebinding. But it lacks the token, its `Host` is not ours, and its `Origin` is its own.

use hyper::header::{HOST, HeaderMap, ORIGIN};

/// The conditions for requests to a studio: its token and its port.
#[derive(Debug, Clone)]
pub(crate) struct Access {
    token: String,
    port: u16,
}

impl Access {
    /// Creates a new token of 128 random bits.
    pub(crate) fn new(port: u16) -> std::io::Result<Self> {
        Ok(Self { token: random_word()?, port })
    }

    /// Returns the address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Returns the path after the token, or `None` if the token is wrong.
    pub(crate) fn inside<'p>(&self, path: &'p str) -> Option<&'p str> {
        let (token, rest) = path.strip_prefix('/')?.split_once('/')?;
        is_same(token, &self.token).then_some(rest)
    }

    /// Whether a request addresses this server, and does not come from another site's page.
    pub(crate) fn is_ours(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
        let is_name = |name: &str| self.names().any(|ours| ours == name);
        let origin = headers.get(ORIGIN).map(|origin| origin.to_str().unwrap_or("?"));
        host.to_str().is_ok_and(is_name)
            && origin.is_none_or(|it| it.strip_prefix("http://").is_some_and(is_name))
    }

    fn names(&self) -> impl Iterator<Item = String> {
        ["127.0.0.1", "localhost", "[::1]"].into_iter().map(|name| format!("{name}:{}", self.port))
    }
}

/// Compares in time that is independent of the matching part.
fn is_same(one: &str, other: &str) -> bool {
    let difference = one.bytes().zip(other.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    one.len() == other.len() && difference == 0
}

/// Returns an unpredictable word of 32 digits.
pub(crate) fn random_word() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_opens() {
        let access = Access::new(1).unwrap();
        assert_eq!(access.inside(&format!("/{}/main.js", access.token)), Some("main.js"));
        assert_eq!(access.inside(&format!("/{}/", access.token)), Some(""));
        for path in
            ["/", "", "/x/main.js", "main.js", &format!("/{}", access.token), &format!("/{}0/", access.token)]
        {
            assert_eq!(access.inside(path), None, "{path}");
        }
        assert_ne!(access.token, Access::new(1).unwrap().token);
    }

    #[test]
    fn other_hosts_and_origins_stay_outside() {
        let access = Access::new(81).unwrap();
        let is_allowed = |pairs: &[(&'static str, &'static str)]| {
            let pairs = pairs.iter().map(|&(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            access.is_ours(&pairs.collect::<HeaderMap>())
        };
        assert!(is_allowed(&[("host", "127.0.0.1:81")]) && is_allowed(&[("host", "localhost:81")]));
        assert!(is_allowed(&[("host", "127.0.0.1:81"), ("origin", "http://127.0.0.1:81")]));
        assert!(
            !is_allowed(&[])
                && !is_allowed(&[("host", "127.0.0.1")])
                && !is_allowed(&[("host", "evil.example:81")])
        );
        assert!(!is_allowed(&[("host", "127.0.0.1:81"), ("origin", "http://evil.example")]));
        assert!(!is_allowed(&[("host", "127.0.0.1:81"), ("origin", "null")]));
    }
}
