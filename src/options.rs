//! Converts the options of a game to and from JSON.
//!
//! Each option is declared once, in `XIANGQI` or one of the constants for five in a row. Parsing, serialization and
//! the description for `/v1/rulesets` all use this declaration.

use crate::json::shown;
use crate::rules::gomoku::{self, MAX_SIZE, MIN_SIZE, Opening, Variant};
use crate::rules::xiangqi::{self, Repetition, RepetitionPenalty};
use crate::rules::{Options, Ruleset};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

/// An option that is unknown or has an invalid value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name}: {message}")]
pub struct OptionError {
    pub name: String,
    /// What was expected and what was received.
    pub message: String,
}

/// Parses the options of a ruleset from a JSON object. Options that are absent or null get their defaults. An option of
/// another ruleset is accepted only if it is null, which some clients send for every option they know.
///
/// # Errors
/// One [`OptionError`] for each field that is unknown or has an invalid value.
pub fn from_json(ruleset: Ruleset, object: &Map<String, Value>) -> Result<Options, Vec<OptionError>> {
    let mut options = Options::defaults(ruleset);
    let mut errors = Vec::new();
    let place = |name: &str| match &options {
        Options::Xiangqi(_) => place(XIANGQI, name),
        Options::Gomoku(options) => place(gomoku_fields(options.variant), name),
    };
    // In the order of the declarations: an option may set the default of a later one.
    let mut fields: Vec<(&String, &Value)> = object.iter().collect();
    fields.sort_by_key(|(name, _)| place(name));
    for (name, value) in fields {
        if value.is_null() && exists(name) {
            continue;
        }
        let read = match &mut options {
            Options::Xiangqi(options) => read(XIANGQI, options, name, value),
            Options::Gomoku(options) => read(gomoku_fields(options.variant), options, name, value),
        };
        errors.extend(read.err().map(|message| OptionError { name: name.clone(), message }));
    }
    if errors.is_empty() { Ok(options) } else { Err(errors) }
}

/// All options as a JSON object. It serializes directly, without building a [`Value`] first.
pub fn to_json(options: &Options) -> OptionsJson {
    OptionsJson(*options)
}

/// The options of a game, serialized as a JSON object by [`to_json`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionsJson(Options);

impl Serialize for OptionsJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Options::Xiangqi(options) => write(XIANGQI, options, serializer),
            Options::Gomoku(options) => write(gomoku_fields(options.variant), options, serializer),
        }
    }
}

/// Describes the options of a ruleset as a JSON object. Each option has its `default` and its possible `values`, or `min`
/// and `max` if it is an integer. `aliases` are other names that are read, each with the value that it stands for.
pub fn description(ruleset: Ruleset) -> Value {
    match &Options::defaults(ruleset) {
        Options::Xiangqi(defaults) => describe(XIANGQI, defaults),
        Options::Gomoku(defaults) => describe(gomoku_fields(defaults.variant), defaults),
    }
}

/// An option: its name and its type.
struct Field<O: 'static> {
    name: &'static str,
    kind: Kind<O>,
}

enum Kind<O: 'static> {
    /// One of several names. `set` returns false if the name is unknown.
    Name {
        names: fn(&O) -> Vec<&'static str>,
        /// Other names that are read, each with the name that it stands for.
        aliases: &'static [(&'static str, &'static str)],
        get: fn(&O) -> &'static str,
        set: fn(&mut O, &str) -> bool,
    },
    Integer {
        min: u32,
        max: u32,
        get: fn(&O) -> u32,
        set: fn(&mut O, u32),
    },
    Flag {
        get: fn(&O) -> bool,
        set: fn(&mut O, bool),
    },
}

const XIANGQI: &[Field<xiangqi::Options>] = &[
    Field {
        name: "repetition",
        kind: Kind::Name {
            names: |_| Repetition::ALL.map(Repetition::name).to_vec(),
            // The manual of the World Xiangqi Federation gives the same verdicts as the Asian rules.
            aliases: &[("wxf", "asian")],
            get: |options| options.repetition.name(),
            set: |options, name| {
                let found = Repetition::ALL.into_iter().find(|repetition| repetition.name() == name);
                found
                    .map(|repetition| {
                        options.repetition = repetition;
                        options.repetition_penalty = repetition.usual_penalty();
                    })
                    .is_some()
            },
        },
    },
    Field {
        name: "repetition_penalty",
        kind: Kind::Name {
            names: |_| RepetitionPenalty::ALL.map(RepetitionPenalty::name).to_vec(),
            aliases: &[],
            get: |options| options.repetition_penalty.name(),
            set: |options, name| {
                let found = RepetitionPenalty::ALL.into_iter().find(|penalty| penalty.name() == name);
                found.map(|penalty| options.repetition_penalty = penalty).is_some()
            },
        },
    },
    Field {
        name: "no_capture_limit",
        kind: Kind::Integer {
            min: 0,
            max: u32::MAX,
            get: |options| options.no_capture_limit,
            set: |options, limit| options.no_capture_limit = limit,
        },
    },
];

const OPENING: Field<gomoku::Options> = Field {
    name: "opening",
    kind: Kind::Name {
        names: |options| Opening::of(options.variant).iter().map(|opening| opening.name()).collect(),
        aliases: &[],
        get: |options| options.opening.name(),
        set: |options, name| {
            let found = Opening::of(options.variant).iter().find(|opening| opening.name() == name);
            found.map(|&opening| options.opening = opening).is_some()
        },
    },
};

const BOARD_SIZE: Field<gomoku::Options> = Field {
    name: "board_size",
    kind: Kind::Integer {
        min: MIN_SIZE as u32,
        max: MAX_SIZE as u32,
        get: |options| options.board_size.into(),
        set: |options, size| options.board_size = size as u8,
    },
};

const FORBIDDEN_LOSES: Field<gomoku::Options> = Field {
    name: "forbidden_loses",
    kind: Kind::Flag {
        get: |options| options.forbidden_loses,
        set: |options, loses| options.forbidden_loses = loses,
    },
};

/// For Caro, whose two variants differ in nothing else.
const OVERLINE_WINS: Field<gomoku::Options> = Field {
    name: "overline_wins",
    kind: Kind::Flag {
        get: |options| options.variant == Variant::Caro,
        set: |options, wins| options.variant = if wins { Variant::Caro } else { Variant::CaroExact },
    },
};

fn gomoku_fields(variant: Variant) -> &'static [Field<gomoku::Options>] {
    match variant {
        Variant::Freestyle | Variant::Standard => &[BOARD_SIZE, OPENING],
        Variant::Renju => &[OPENING, FORBIDDEN_LOSES],
        Variant::Caro | Variant::CaroExact => &[BOARD_SIZE, OPENING, OVERLINE_WINS],
    }
}

/// The place of the option in the order of the declarations. Unknown names come last.
fn place<O>(fields: &[Field<O>], name: &str) -> usize {
    fields.iter().position(|field| field.name == name).unwrap_or(fields.len())
}

/// Whether any ruleset has an option of this name.
fn exists(name: &str) -> bool {
    Ruleset::ALL.into_iter().any(|ruleset| match Options::defaults(ruleset) {
        Options::Xiangqi(_) => XIANGQI.iter().any(|field| field.name == name),
        Options::Gomoku(options) => gomoku_fields(options.variant).iter().any(|field| field.name == name),
    })
}

/// Sets the option with this name. The error says what was expected.
fn read<O>(fields: &[Field<O>], options: &mut O, name: &str, value: &Value) -> Result<(), String> {
    let Some(field) = fields.iter().find(|field| field.name == name) else {
        let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
        return Err(format!("is not an option of this ruleset: expected one of {}", names.join(", ")));
    };
    let set = match field.kind {
        Kind::Name { set, aliases, .. } => value.as_str().is_some_and(|name| {
            let alias = aliases.iter().find(|(alias, _)| *alias == name);
            set(options, alias.map_or(name, |&(_, name)| name))
        }),
        Kind::Integer { min, max, set, .. } => {
            let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
            number.filter(|number| (min..=max).contains(number)).map(|number| set(options, number)).is_some()
        }
        Kind::Flag { set, .. } => value.as_bool().map(|flag| set(options, flag)).is_some(),
    };
    if set { Ok(()) } else { Err(format!("expected {}, got {}", expected(field, options), shown(value))) }
}

fn expected<O>(field: &Field<O>, options: &O) -> String {
    match field.kind {
        Kind::Name { names, .. } => format!("one of {}", names(options).join(", ")),
        Kind::Integer { min, max, .. } => format!("an integer from {min} to {max}"),
        Kind::Flag { .. } => "true or false".to_owned(),
    }
}

fn write<O, S: Serializer>(fields: &[Field<O>], options: &O, serializer: S) -> Result<S::Ok, S::Error> {
    let mut object = serializer.serialize_map(Some(fields.len()))?;
    for Field { name, kind } in fields {
        match kind {
            Kind::Name { get, .. } => object.serialize_entry(name, get(options))?,
            Kind::Integer { get, .. } => object.serialize_entry(name, &get(options))?,
            Kind::Flag { get, .. } => object.serialize_entry(name, &get(options))?,
        }
    }
    object.end()
}

fn describe<O>(fields: &[Field<O>], defaults: &O) -> Value {
    let description = |kind: &Kind<O>| match kind {
        Kind::Name { names, get, aliases: [], .. } => {
            json!({"default": get(defaults), "values": names(defaults)})
        }
        Kind::Name { names, get, aliases, .. } => {
            let aliases: Map<String, Value> =
                aliases.iter().map(|&(alias, name)| (alias.to_owned(), name.into())).collect();
            json!({"default": get(defaults), "values": names(defaults), "aliases": aliases})
        }
        Kind::Integer { min, max, get, .. } => json!({"default": get(defaults), "min": min, "max": max}),
        Kind::Flag { get, .. } => json!({"default": get(defaults), "values": [false, true]}),
    };
    fields.iter().map(|field| (field.name.to_owned(), description(&field.kind))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ruleset: Ruleset, object: Value) -> Result<Options, Vec<OptionError>> {
        let Value::Object(object) = object else { panic!("expected an object, got {object}") };
        from_json(ruleset, &object)
    }

    fn written(options: &Options) -> String {
        serde_json::to_string(&to_json(options)).unwrap()
    }

    #[test]
    fn options_are_serialized_in_a_fixed_order() {
        let written = |ruleset| written(&Options::defaults(ruleset));
        assert_eq!(
            written(Ruleset::Xiangqi),
            r#"{"repetition":"asian","repetition_penalty":"lose","no_capture_limit":120}"#
        );
        assert_eq!(written(Ruleset::Gomoku), r#"{"board_size":15,"opening":"free"}"#);
        assert_eq!(written(Ruleset::GomokuStandard), r#"{"board_size":15,"opening":"free"}"#);
        assert_eq!(written(Ruleset::Renju), r#"{"opening":"free","forbidden_loses":false}"#);
        assert_eq!(written(Ruleset::Caro), r#"{"board_size":15,"opening":"free","overline_wins":true}"#);
    }

    /// Parses each value that the description lists, serializes it, and parses it again.
    #[test]
    fn every_described_value_survives_a_round_trip() {
        for ruleset in Ruleset::ALL {
            let description = description(ruleset);
            let options = description.as_object().unwrap();
            let defaults = options.iter().map(|(name, option)| (name.clone(), option["default"].clone()));
            assert_eq!(from_json(ruleset, &defaults.collect()), Ok(Options::defaults(ruleset)));
            for (name, option) in options {
                let mut values = option["values"].as_array().cloned().unwrap_or_default();
                values
                    .extend([&option["min"], &option["max"]].into_iter().filter(|it| !it.is_null()).cloned());
                assert!(values.len() > 1, "{ruleset:?} {name}");
                for value in values {
                    let options = read(ruleset, json!({name: value})).unwrap();
                    let back: Value = serde_json::from_str(&written(&options)).unwrap();
                    assert_eq!(back[name], value);
                    assert_eq!(read(ruleset, back), Ok(options));
                }
            }
        }
    }

    #[test]
    fn all_wrong_options_are_reported_together() {
        let object = json!({"repetition": "asain", "no_capture_limit": -1, "komi": 6});
        let errors = read(Ruleset::Xiangqi, object).unwrap_err();
        let texts: Vec<String> = errors.iter().map(OptionError::to_string).collect();
        assert_eq!(
            texts,
            [
                "repetition: expected one of asian, checks_only, draw, tiantian, got \"asain\"",
                "no_capture_limit: expected an integer from 0 to 4294967295, got -1",
                "komi: is not an option of this ruleset: expected one of \
                 repetition, repetition_penalty, no_capture_limit",
            ]
        );
        for (ruleset, object) in [
            (Ruleset::Xiangqi, json!({"no_capture_limit": 4_294_967_296_u64})),
            (Ruleset::Gomoku, json!({"board_size": 8})),
            (Ruleset::Gomoku, json!({"board_size": "15"})),
            (Ruleset::GomokuStandard, json!({"opening": "taraguchi10"})),
            (Ruleset::Renju, json!({"board_size": 19})),
            (Ruleset::Renju, json!({"forbidden_loses": 1})),
            (Ruleset::Renju, json!({"opening": "pro"})),
            (Ruleset::Caro, json!({"overline_wins": "no"})),
            (Ruleset::Gomoku, json!({"overline_wins": false})),
        ] {
            assert_eq!(read(ruleset, object).unwrap_err().len(), 1);
        }
    }

    #[test]
    fn a_null_option_gets_its_default() {
        let object = json!({"repetition": null, "no_capture_limit": 4});
        let options = xiangqi::Options { no_capture_limit: 4, ..xiangqi::Options::default() };
        assert_eq!(read(Ruleset::Xiangqi, object), Ok(Options::Xiangqi(options)));
        assert!(
            read(Ruleset::Xiangqi, json!({"komi": null})).is_err(),
            "a typo does not pass for being null"
        );
    }

    #[test]
    fn an_option_of_another_ruleset_is_accepted_only_if_it_is_null() {
        let names =
            Ruleset::ALL.iter().flat_map(|&ruleset| description(ruleset).as_object().unwrap().clone());
        let nulls: Map<String, Value> = names.map(|(name, _)| (name, Value::Null)).collect();
        for ruleset in Ruleset::ALL {
            assert_eq!(from_json(ruleset, &nulls), Ok(Options::defaults(ruleset)));
        }
        let errors = read(Ruleset::Xiangqi, json!({"board_size": 15, "opening": null})).unwrap_err();
        assert_eq!(errors[0].name, "board_size");
        assert_eq!(errors.len(), 1);
    }

    #[test]
    fn wxf_is_another_name_of_the_asian_rules() {
        assert_eq!(
            read(Ruleset::Xiangqi, json!({"repetition": "wxf"})),
            Ok(Options::defaults(Ruleset::Xiangqi))
        );
        assert_eq!(description(Ruleset::Xiangqi)["repetition"]["aliases"], json!({"wxf": "asian"}));
    }

    #[test]
    fn a_rule_of_repetition_brings_its_penalty_wherever_it_stands() {
        let penalty = |object| match read(Ruleset::Xiangqi, object).unwrap() {
            Options::Xiangqi(options) => options.repetition_penalty.name(),
            Options::Gomoku(_) => unreachable!("they are options of Xiangqi"),
        };
        assert_eq!(penalty(json!({})), "lose");
        assert_eq!(penalty(json!({"repetition": "tiantian"})), "refuse");
        assert_eq!(penalty(json!({"repetition_penalty": null, "repetition": "tiantian"})), "refuse");
        assert_eq!(penalty(json!({"repetition_penalty": "lose", "repetition": "tiantian"})), "lose");
        assert_eq!(penalty(json!({"repetition_penalty": "refuse", "repetition": "asian"})), "refuse");
    }

    /// As the versions before `repetition_penalty` wrote them.
    #[test]
    fn options_of_older_games_are_read() {
        let object = json!({"repetition": "asian", "no_capture_limit": 120});
        assert_eq!(read(Ruleset::Xiangqi, object), Ok(Options::defaults(Ruleset::Xiangqi)));
    }
}
