//! The model that a call is about: read for it, and forgotten after it.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::answer::Problem;
use crate::engine::{Engine, Text, Until};

/// The model: either `path` or `text`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(crate) struct Model {
    /// The path of a file on this machine, such as `nets/philosophers-3.pnml`.
    #[serde(default)]
    path: Option<String>,
    /// The text of the model itself, instead of a path.
    #[serde(default)]
    text: Option<String>,
    /// With `text`: a file name whose extension determines the format, such as `model.pnml` or `model.dve`.
    #[serde(default)]
    name: Option<String>,
    /// The format, such as `pnml`, `dve`, `tina`, `lola`, `cpn` or `json`. By default, it is detected.
    #[serde(default)]
    format: Option<String>,
    /// If the file has several nets: the id of one, or its position from 1.
    #[serde(default)]
    net: Option<String>,
    /// Whether a timed net is read without its times. Otherwise it is refused.
    #[serde(default)]
    untimed: Option<bool>,
    /// For Promela models: macros to define before the text, each `NAME` or `NAME=VALUE`, such as `N=4`.
    #[serde(default)]
    define: Option<Vec<String>>,
    /// For coloured nets: the meaning of a difference of multisets that would be negative. `defined` disables the binding, and
    /// `truncated` truncates at zero. The default depends on the format.
    #[serde(default)]
    difference: Option<String>,
    /// For DVE models: the semantics, `ltsmin` (the default) or `divine2`.
    #[serde(default)]
    dve_semantics: Option<String>,
}

/// A loaded model. It is unloaded when this is dropped.
pub(crate) struct Opened<'e> {
    engine: &'e Engine,
    until: &'e Until,
    /// Its name in the engine.
    pub(crate) net: String,
    /// The engine's description.
    pub(crate) loaded: Text,
}

#[derive(Deserialize)]
struct Loaded {
    net: String,
}

impl Model {
    /// Loads the model.
    pub(crate) fn open<'e>(&self, engine: &'e Engine, until: &'e Until) -> Result<Opened<'e>, Problem> {
        if self.path.is_some() == self.text.is_some() {
            return Err(Problem::new(
                "`model` requires exactly one of `path` and `text`",
                "Give the path of a file, or the text of the model with a `name` that ends as its files do, such as `model.pnml`.",
            ));
        }
        let given = [
            ("uri", &self.path),
            ("text", &self.text),
            ("name", &self.name),
            ("format", &self.format),
            ("net", &self.net),
            ("difference", &self.difference),
            ("dve_semantics", &self.dve_semantics),
        ];
        let given =
            given.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value.clone()?.into())));
        let mut params: Map<String, Value> = given.collect();
        params.extend(self.define.as_ref().map(|define| ("define".to_owned(), define.as_slice().into())));
        params.extend(self.untimed.map(|untimed| ("untimed".to_owned(), untimed.into())));
        let loaded = engine.request("net/load", &params.into(), until)?;
        let net = serde_json::from_str::<Loaded>(&loaded).map_err(Problem::internal)?.net;
        Ok(Opened { engine, until, net, loaded })
    }
}

impl Opened<'_> {
    /// Sends a request about the model, with additional parameters.
    pub(crate) fn request(&self, method: &str, params: &Value) -> Result<Text, Problem> {
        let mut params = params.clone();
        params["net"] = self.net.as_str().into();
        Ok(self.engine.request(method, &params, self.until)?)
    }
}

impl Drop for Opened<'_> {
    fn drop(&mut self) {
        // Where the engine has ended, so has the model.
        let _ = self.engine.request("net/unload", &json!({ "net": self.net }), self.until);
    }
}
