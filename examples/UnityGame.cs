// A game against the engine from Unity by plain HTTP: StartCoroutine(Begin("xiangqi", 5)), then StartCoroutine(Play("h2e2")).
using System;
using System.Collections;
using System.Text;
using UnityEngine;
using UnityEngine.Networking;

public class UnityGame : MonoBehaviour
{
    [Serializable] public class Game { public string id; public string fen; public string turn; public string status; public string winner; }
    [Serializable] class Played { public Game game; }
    [Serializable] class Problem { public string code; public string detail; }

    public string server = "http://localhost:8080";
    public event Action<Game> Changed;
    public event Action<string> Refused;
    string path;

    public IEnumerator Begin(string ruleset, int level)
    {
        var body = $"{{\"ruleset\":\"{ruleset}\",\"players\":{{\"black\":{{\"kind\":\"engine\",\"level\":{level}}}}}}}";
        yield return Post("/v1/games", body, text =>
        {
            var game = JsonUtility.FromJson<Game>(text);
            path = "/v1/games/" + game.id;
            Changed?.Invoke(game);
        });
    }

    // The response has the game after the engine's reply.
    public IEnumerator Play(string move)
    {
        yield return Post(path + "/moves", $"{{\"move\":\"{move}\"}}", text => Changed?.Invoke(JsonUtility.FromJson<Played>(text).game));
    }

    IEnumerator Post(string where, string body, Action<string> done)
    {
        // The same key on a retry: the server makes the change once.
        var key = Guid.NewGuid().ToString();
        for (var attempt = 0; ; attempt++)
        {
            using var request = new UnityWebRequest(server + where, "POST");
            request.uploadHandler = new UploadHandlerRaw(Encoding.UTF8.GetBytes(body));
            request.downloadHandler = new DownloadHandlerBuffer();
            request.SetRequestHeader("Content-Type", "application/json");
            request.SetRequestHeader("Idempotency-Key", key);
            yield return request.SendWebRequest();
            if (request.result == UnityWebRequest.Result.Success) { done(request.downloadHandler.text); yield break; }
            var isBusy = request.result == UnityWebRequest.Result.ConnectionError || request.responseCode == 503;
            if (isBusy && attempt < 4) { yield return new WaitForSeconds(1 << attempt); continue; }
            var isProblem = request.result == UnityWebRequest.Result.ProtocolError;
            Refused?.Invoke(isProblem ? JsonUtility.FromJson<Problem>(request.downloadHandler.text).detail : request.error);
            yield break;
        }
    }
}
