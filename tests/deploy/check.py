"""The checks of .ci/deploy: check.py COMMAND ADDRESS..."""

import json
import re
import sys
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

DEPLOY = Path("deploy")
COMPOSE = [DEPLOY / "compose/compose.yaml", DEPLOY / "compose/compose.cluster.yaml"]
KUBERNETES = "1.34"
# These panels stay empty until the first error, because their counters do not exist before it.
NOT_YET_COUNTED = {"Errors and refusals", "Refusals"}


def expect(condition, *message):
    if not condition:
        sys.exit(" ".join(str(part) for part in message))


def files():
    """Every file parses and refers only to things that exist."""
    import kubernetes_validate
    import yaml

    for path in DEPLOY.rglob("*.json"):
        json.loads(path.read_text())
    # Those of the chart are templates, which helm.py renders.
    files = [path for path in DEPLOY.rglob("*.yaml") if "templates" not in path.parts]
    documents = {path: list(yaml.safe_load_all(path.read_text())) for path in files}

    with open("duiyi.toml", "rb") as file:
        settings = tomllib.load(file)
    grace = settings["shutdown_grace_ms"] / 1000

    def expect_settings(names):
        for name in names:
            expect(name.removeprefix("DUIYI_").lower() in settings, name, "is not a setting of duiyi.toml")

    # Compose.
    services = 0
    for path in COMPOSE:
        compose = documents[path][0]
        for name, service in compose["services"].items():
            if "extends" in service:
                extended = documents[path.parent / service["extends"]["file"]][0]["services"]
                service = extended[service["extends"]["service"]] | service
            expect(service["read_only"] and service["cap_drop"] == ["ALL"], name, "has privileges")
            expect(service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name, "has no limits")
            for other in service.get("depends_on", []):
                expect(other in compose["services"], name, "depends on", other)
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                exists = (path.parent / source).exists() if "/" in source else source in compose["volumes"]
                expect(exists, name, "mounts", source, "which does not exist")
            for network in service.get("networks", []):
                expect(network in compose["networks"], name, "is in the network", network)
            if name.startswith("duiyi"):
                expect_settings(service["environment"])
                expect(float(service["stop_grace_period"].rstrip("s")) > 2 * grace, name, "is killed before its shutdown grace ends")
            services += 1

    # Kubernetes.
    folder = DEPLOY / "kubernetes"
    customization = documents[folder / "kustomization.yaml"][0]
    resources = {path.name for path in folder.glob("*.yaml")} - {"kustomization.yaml"}
    expect(set(customization["resources"]) == resources, "kustomization.yaml does not name", resources)
    overlay = DEPLOY / "kubernetes-cluster"
    changes = documents[overlay / "kustomization.yaml"][0]
    changed = set(changes["resources"]) | {patch["path"] for patch in changes["patches"] if "path" in patch}
    more = {path.name for path in overlay.glob("*.yaml")} - {"kustomization.yaml"}
    expect(changed == more | {"../kubernetes"}, "the kustomization.yaml of the cluster does not name", more)
    generated = {}
    generators = customization["configMapGenerator"] + customization["secretGenerator"] + changes["configMapGenerator"]
    for generator in generators:
        lines = generator.get("literals", [])
        for file in generator.get("envs", []):
            lines = lines + (folder / f"{file}.example").read_text().splitlines()
        names = {line.split("=")[0] for line in lines if not line.startswith("#")}
        generated.setdefault(generator["name"], set()).update(names)
    expect_settings(generated["duiyi"])
    paths = [folder / name for name in resources] + [overlay / name for name in more]
    objects = [document for path in paths for document in documents[path]]
    for document in objects:
        kubernetes_validate.validate(document, KUBERNETES, strict=True)
    kinds = {(document["kind"], document["metadata"]["name"]) for document in objects}
    pods = [document["spec"]["template"] for document in objects if "template" in document.get("spec", {})]
    expect(len(pods) == 4, len(pods), "kinds of pods")
    for patch in changes["patches"]:
        deleted = yaml.safe_load(patch.get("patch", "{}"))
        expect(not deleted or (deleted["kind"], deleted["metadata"]["name"]) in kinds, deleted, "does not exist")
    adapted = {rule["name"]["as"] for rule in documents[DEPLOY / "prometheus/adapter.yaml"][0]["rules"]["custom"]}
    labels = [pod["metadata"]["labels"].items() for pod in pods]

    def selects(selector, where):
        expect(any(selector.items() <= pod for pod in labels), where, "selects", selector, "which no pod has")

    for document in objects:
        where, spec = (document["kind"], document["metadata"]["name"]), document.get("spec", {})
        selector = spec.get("selector") or spec.get("podSelector") or {}
        selects(selector.get("matchLabels", {}) if where[0] != "Service" else selector, where)
        target = spec.get("scaleTargetRef")
        expect(target is None or (target["kind"], target["name"]) in kinds, where, "scales something that does not exist")
        for metric in spec.get("metrics", []):
            name = metric.get("pods", {}).get("metric", {}).get("name")
            expect(name is None or name in adapted, where, "needs", name, "which no rule of the adapter makes")
        if where[0] == "Ingress":
            for path in spec["rules"][0]["http"]["paths"]:
                name = path["backend"]["service"]["name"]
                expect(("Service", name) in kinds or path["path"] == "/metrics", where, "routes to", name, "which does not exist")
    for pod in pods:
        container = pod["spec"]["containers"][0]
        safe = container["securityContext"]
        expect(safe["readOnlyRootFilesystem"] and not safe["allowPrivilegeEscalation"], container["name"])
        expect(pod["spec"]["securityContext"]["runAsNonRoot"], container["name"])
        expect("limits" in container["resources"], container["name"], "has no limits")
        for source in container["envFrom"]:
            (reference,) = source.values()
            expect(reference["name"] in generated, container["name"], "reads", reference["name"])
        if container["name"] == "duiyi":
            wait = container["lifecycle"]["preStop"]["sleep"]["seconds"] + 2 * grace
            expect(pod["spec"]["terminationGracePeriodSeconds"] > wait, "the pod is killed before its shutdown grace ends")
    print(f"{len(objects)} objects of Kubernetes {KUBERNETES}, {services} services of Compose")


def cluster(what):
    """Prints a part of the compose file of the cluster for this machine, which has other addresses and Redis."""
    import yaml

    services = yaml.safe_load(COMPOSE[1].read_text())["services"]
    texts = {
        "options": services["valkey-1"]["command"].removeprefix("valkey-server "),
        "addresses": " ".join(
            service["networks"]["valkey"]["ipv4_address"]
            for service in services.values()
            if service.get("command") == services["valkey-1"]["command"]
        ),
        "create": services["valkey-create"]["command"][-1].replace("$$", "$"),
        "url": services["duiyi-1"]["environment"]["DUIYI_REDIS_URL"],
    }
    text = texts[what].replace("valkey-cli", "redis-cli -p 18096").replace(":6379", ":18096")
    print(text.replace("172.31.253.", "127.31.253."))


def ask(url, body=None, accept=None):
    headers = {"Content-Type": "application/json"} | ({"Accept": accept} if accept else {})
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=10)


def events(stream):
    """Yields the events of a stream, each with the time it arrived."""
    for line in stream:
        if line.strip():
            yield time.monotonic(), json.loads(line)


def proxy(base):
    """The load balancer forwards requests, and forwards streams without buffering."""
    try:
        ask(base + "/metrics")
        sys.exit("the load balancer exposes /metrics")
    except urllib.error.HTTPError as refused:
        expect(refused.code == 404, refused.code)

    ndjson = "application/x-ndjson"
    seen = 0
    for _ in range(4):
        game = base + ask(base + "/v1/games", {"ruleset": "xiangqi"}).headers["Location"]
        listener = events(ask(game + "/events", accept=ndjson))
        expect(next(listener)[1]["data"]["ply"] == 0)
        for ply, move in enumerate(["h2e2", "h9g7"], 1):
            began = time.monotonic()
            ask(game + "/moves", {"move": move})
            came, event = next(listener)
            expect(event["data"]["ply"] == ply and came - began < 1, f"{came - began:.1f} s later", event)
            seen += 1

    search = {"ruleset": "xiangqi", "limits": {"time_ms": 2000}, "book": False}
    times = [came for came, event in events(ask(base + "/v1/analysis", search, ndjson)) if event["event"] == "info"]
    expect(len(times) > 3 and times[-1] - times[0] > 0.5, "the load balancer buffered the depths of an analysis")
    print(f"{seen} moves arrived at once; {len(times)} depths arrived over {times[-1] - times[0]:.1f} s")


def no_request_fails(base):
    """No request fails for four seconds."""
    asked, end = 0, time.monotonic() + 4
    game = base + ask(base + "/v1/games", {"ruleset": "gomoku"}).headers["Location"]
    while time.monotonic() < end:
        ask(game).read()
        ask(base + "/v1/analysis", {"ruleset": "xiangqi", "limits": {"time_ms": 50}, "book": False}).read()
        asked += 2
        time.sleep(0.02)
    ask(game + "/moves", {"move": "h8"}).read()
    print(f"{asked} requests were answered")


def metrics(prometheus, server):
    """Every query of the alerts and the dashboard is valid and uses metrics that exist."""
    import yaml

    ask(server + "/v1/analysis", {"ruleset": "gomoku", "limits": {"time_ms": 50}, "book": False}).read()
    exposed = set(re.findall(r"^(duiyi_\w+)", ask(server + "/metrics").read().decode(), re.M))
    documented = set(re.findall(r"`(duiyi_\w+)`", Path("docs/OPERATIONS.md").read_text()))
    names = exposed | documented

    queries = []
    for group in yaml.safe_load((DEPLOY / "prometheus/alerts.yaml").read_text())["groups"]:
        queries += [(rule["alert"], rule["expr"]) for rule in group["rules"]]
    adapter = yaml.safe_load((DEPLOY / "prometheus/adapter.yaml").read_text())
    for rule in adapter["rules"]["custom"]:
        query = rule["metricsQuery"].replace("<<.LabelMatchers>>", 'job="duiyi"').replace("<<.GroupBy>>", "instance")
        queries.append((rule["name"]["as"], query))
    alerts = len(queries)
    for panel in json.loads((DEPLOY / "grafana/duiyi.json").read_text())["panels"]:
        queries += [(panel["title"], target["expr"]) for target in panel.get("targets", [])]
    expect(len(queries) > alerts > 5, "too few queries found")

    # Rates need several scrapes while the server works.
    for _ in range(4):
        ask(server + "/v1/analysis", {"ruleset": "gomoku", "limits": {"time_ms": 500}, "book": False}).read()
        time.sleep(0.6)
    shown = 0
    for index, (title, query) in enumerate(queries):
        used = set(re.findall(r"duiyi_\w+", query))
        for name in used:
            expect({name, re.sub("_(bucket|sum|count)$", "", name)} & names, title, "uses the unknown metric", name)
        query = query.replace("$__rate_interval", "10s").replace("$instance", ".*")
        url = prometheus + "/api/v1/query?" + urllib.parse.urlencode({"query": query})
        try:
            answer = json.load(ask(url))
        except urllib.error.HTTPError as error:
            sys.exit(f"{title}: {error.read().decode()}")
        if index >= alerts and used <= exposed and title not in NOT_YET_COUNTED:
            expect(answer["data"]["result"], title, "has no data:", query)
            shown += 1
    print(f"{len(queries)} queries are valid; {shown} of the {len(queries) - alerts} queries of the dashboard have data")


commands = {"files": files, "cluster": cluster, "proxy": proxy, "no-request-fails": no_request_fails, "metrics": metrics}
commands[sys.argv[1]](*sys.argv[2:])
