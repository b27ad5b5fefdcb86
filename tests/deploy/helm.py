"""Lints the chart of deploy/helm, renders it for every store, and validates what it makes: helm.py [FOLDER]

With a folder, also packs the chart into it.
"""

import sys
from pathlib import Path

import helm_python as helm
import kubernetes_validate
import yaml

CHART = Path(__file__).parents[2] / "deploy" / "helm"
KUBERNETES = "1.34"
ADDRESS = "redis://:secret@valkey:6379"
STORES = {
    "memory": ({}, "Deployment"),
    "redb": ({"store": "redb", "settings": {"max_games": 20000}}, "StatefulSet"),
    "redis": ({"store": "redis", "redisUrl": ADDRESS, "ingress": {"enabled": True}}, "Deployment"),
    "cluster": (
        {
            "store": "redis",
            "existingSecret": "duiyi-redis",
            "settings": {"redis_wait_replicas": 1},
        },
        "Deployment",
    ),
}


def render(values: dict) -> list[dict]:
    chart = helm.Chart.load(CHART)
    chart.validate_schema(values)
    rendered = chart.render(values, name="play", namespace="duiyi")
    return [document for text in rendered.values() for document in yaml.safe_load_all(text) if document]


def main() -> None:
    found = [it for it in helm.lint(CHART)["messages"] if it["error"] != "icon is recommended"]
    assert not found, found
    for name, (values, kind) in STORES.items():
        documents = render(values)
        for document in documents:
            kubernetes_validate.validate(document, KUBERNETES, strict=True)
        kinds = [document["kind"] for document in documents]
        assert kind in kinds, (name, kinds)
        assert ("HorizontalPodAutoscaler" in kinds) == (values.get("store") == "redis"), (name, kinds)
        settings = next(document for document in documents if document["kind"] == "ConfigMap")["data"]
        assert settings["DUIYI_STORE"] == values.get("store", "memory"), settings
        print(f"{name}: {len(documents)} documents are valid: {', '.join(sorted(kinds))}")
    try:
        render({"store": "redis"})
    except helm.HelmError as error:
        assert "redisUrl" in str(error), error
    else:
        raise AssertionError("the store redis was rendered without an address")
    if sys.argv[1:]:
        print(helm.Chart.load(CHART).save(sys.argv[1]))


main()
