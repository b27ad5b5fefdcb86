# A game against the engine from Godot 4 by plain HTTP: add this node and connect its signals.
extends Node

signal changed(game: Dictionary)
signal refused(detail: String)

@export var server := "http://localhost:8080"
var path := ""


func start(ruleset := "xiangqi", level := 5) -> void:
	var players := {"black": {"kind": "engine", "level": level}}
	var game: Dictionary = await _post("/v1/games", {"ruleset": ruleset, "players": players})
	if game.has("id"):
		path = "/v1/games/%s" % game["id"]
		changed.emit(game)


# Plays a move such as "h2e2". The response has the game after the engine's reply.
func play(move: String) -> void:
	var played: Dictionary = await _post(path + "/moves", {"move": move})
	if played.has("game"):
		changed.emit(played["game"])


func _post(where: String, body: Dictionary) -> Dictionary:
	var request := HTTPRequest.new()
	add_child(request)
	# The same key on a retry: the server makes the change once.
	var key := Crypto.new().generate_random_bytes(16).hex_encode()
	var headers := ["Content-Type: application/json", "Idempotency-Key: " + key]
	request.request(server + where, headers, HTTPClient.METHOD_POST, JSON.stringify(body))
	var response: Array = await request.request_completed
	request.queue_free()
	var text: String = response[3].get_string_from_utf8()
	var answer: Variant = JSON.parse_string(text)
	if response[1] >= 200 and response[1] < 300:
		return answer
	refused.emit(answer["detail"] if answer is Dictionary else "the server cannot be reached")
	return {}
