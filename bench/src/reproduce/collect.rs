//! Selects the models of a collection for an experiment.

use sanderling_analysis::Control;

use super::Models;
use super::explored_model::{ExploredModel, Halt};
use crate::collection::{Collection, Model};

/// Returns the models, those with the fewest states first. Known numbers of states are trusted, the others
/// are counted.
pub(super) fn explored_models(choice: &Models, control: &Control<'_>) -> Result<Vec<ExploredModel>, String> {
    let mut models = Vec::new();
    for model in chosen(choice)? {
        let states = u64::try_from(model.states).ok();
        match ExploredModel::read(&model.path, states, control) {
            Ok(explored) if explored.states >= choice.min_states => models.push(explored),
            Ok(_) => {}
            Err(Halt::Cancelled) => return Err("interrupted".to_owned()),
            Err(Halt::Broken(message)) => return Err(message),
        }
    }
    models.sort_by(|a, b| (a.states, &a.name).cmp(&(b.states, &b.name)));
    match models.is_empty() {
        true => Err(format!("{}: there is no such model", choice.collection.display())),
        false => Ok(models),
    }
}

fn chosen(choice: &Models) -> Result<Vec<Model>, String> {
    // Without a table of answers, the states of all models are counted.
    let all = Collection::read_with_or_without_table(&choice.collection)?.models;
    let is_chosen = |model: &Model| {
        let name = model.path.file_stem().unwrap_or_default().to_string_lossy();
        let is_known_large = model.states != u128::MAX && model.states > choice.max_states.into();
        model.path.extension().is_some_and(|extension| extension == "dve")
            && if choice.only.is_empty() {
                !is_known_large
            } else {
                choice.only.iter().any(|only| *only == name)
            }
    };
    Ok(all.into_iter().filter(is_chosen).collect())
}
