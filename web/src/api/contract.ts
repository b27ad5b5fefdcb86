// Generated from openapi.yaml by npm run contract.

export interface paths {
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the games of an API key
         * @description The games that the API key has created, also on behalf of users, the last changed first. A cursor stays right while games
         *     change: a game that does not change meanwhile appears exactly once. A page may have fewer games than `limit` although others
         *     follow: the last page has no `next_cursor`. With the scope `admin`, the games of all keys.
         */
        get: operations["list_games"];
        put?: never;
        /**
         * Create a game
         * @description Creates a game from the start position, from a position with moves, or from a record. A player of kind `engine` moves by
         *     itself.
         */
        post: operations["create_game"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many games, all or none
         * @description Creates up to 500 games in one step. If one of them is wrong, none is created, and the error has its place:
         *     `/games/17/ruleset`. One `Idempotency-Key` stands for all.
         */
        post: operations["create_games"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /**
         * Get a game
         * @description Returns the game. Everybody who knows its id may read it; a private game needs one of its tokens.
         *
         *     With `If-None-Match` and `Prefer: wait=30` the response comes as soon as the game has another state, or is 304 after 30
         *     seconds. The `presence` of the players alone is no other state. Meanwhile the request counts as an open stream, and
         *     the player whose token it has is present.
         */
        get: operations["get_game"];
        put?: never;
        post?: never;
        /**
         * Delete a game
         * @description Ends the game and removes it for everybody. A game with seats between two people is removed only when it is over or
         *     waits for a player: else 409 `game_not_over`.
         */
        delete: operations["delete_game"];
        options?: never;
        head?: never;
        /**
         * Change names, reference and metadata
         * @description Changes what the owner of the game has noted about it, and the names of the players: a merge patch (RFC 7396), in which
         *     null removes a value. Needs the API key that owns the game, or one with the scope `admin`.
         */
        patch: operations["change_details"];
        trace?: never;
    };
    "/v1/games/{id}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play a move; an engine opponent replies
         * @description Plays a move for the side to move. If an engine plays the other side, it replies in the same request unless `reply` is
         *     `false`.
         */
        post: operations["play_move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take moves back
         * @description Takes back the last move, or as many plies as the body says. Without a body it takes back one. In a game with seats
         *     between two people the response is 403 `consent_needed`: see `takeback`.
         */
        post: operations["undo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/resign": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resign
         * @description Ends the game: the other side wins.
         */
        post: operations["resign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/draw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer, accept or decline a draw
         * @description Offers a draw, or accepts or declines the offer of the other side. A move declines an open offer.
         */
        post: operations["draw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim an abandoned game
         * @description Ends a game with seats whose side to move has been away for `abandon_ms`. Before that the response is 409 `nothing_to_claim`.
         */
        post: operations["claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/takeback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask to take moves back, and answer
         * @description Between two people moves are taken back only when both agree: a side offers, the other accepts or declines. An offer
         *     while the other side's is open accepts it. A move ends an open offer. In any other game, such as one against an
         *     engine, the moves are taken back at once. Nobody gets time back.
         */
        post: operations["takeback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer, accept or decline another game
         * @description After the end of a game with seats. When both sides agree there is a new game: the players and their tokens have
         *     exchanged colors, everything else is as it was at the start. Its id is in `next_game`. An engine agrees at once.
         */
        post: operations["rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/abort": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Abort the game
         * @description Ends the game without a result while either side has yet to make its first move. Later the response is 409 `game_started`.
         */
        post: operations["abort"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/ready": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a player is ready
         * @description A game with `ready_check` begins, and its clock starts, when both seats are taken and both players are ready. Who joins by an
         *     invitation is ready; the others say it here. A player who has left meanwhile (`presence`) is no longer ready. Once the game has
         *     begun the response is 409 `no_ready_check`.
         */
        post: operations["ready"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/phrases": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say a phrase to the other player
         * @description Six phrases take the place of a chat. Who listens to the game gets it as the event `phrase`; it is not kept. A player has
         *     twenty a game; after that the response is 409 `phrases_used_up`.
         */
        post: operations["say"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a game as its arbiter
         * @description Nobody is charged, and moves, offers and claims are 409 `game_paused`, until an arbiter resumes the game. An arbiter is who has the
         *     API key that owns the game, or one with the scope `admin`. A game that is paused for ninety days is aborted.
         */
        post: operations["pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused game as its arbiter
         * @description The time of the side to move goes on with what was left. 409 `game_not_paused` if the game is not paused.
         */
        post: operations["resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/add-time": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add to the time of a side as its arbiter
         * @description Adds to what the side has for the game, if it has such, and to the time of the move that it is thinking about or makes next. Without a
         *     clock 409 `no_clock`.
         */
        post: operations["add_time"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/adjudicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a game as its arbiter
         * @description Ends the game, which may be paused or wait for a player, with the reason `adjudication`. The players see `detail` and the name of the
         *     API key in `ruling`.
         */
        post: operations["adjudicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a game by its invitation
         * @description Takes the open seat of a game that was created with `"seats": "invite"`. The response contains the token of the seat,
         *     once; a retry with the same `Idempotency-Key` gets it again. An invitation can be used once.
         */
        post: operations["join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/best-move": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a hint for the side to move, or let the engine make the move
         * @description Only the caller receives a hint. In a game with seats a hint needs the token of one of them; with `play` the
         *     request needs the token of the side to move. In a game without `hints` both are 403 `hints_off`, except that an
         *     engine still makes the moves that are its own, and says no more than the move. `Idempotency-Key` has an effect only with `play`.
         */
        post: operations["best_move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review the whole game
         * @description Searches every position of the game and rates every move. While a game without `hints` is running, the response is 403
         *     `hints_off`. Without `limits` every position gets a fixed number of nodes in a table of its own, and more where a move looks
         *     like a mistake, so a review gives the same labels each time, on every machine. `limits` apply to each position instead, with
         *     200 ms if they name no time. A review runs after searches that a client waits for, and waits when the client's search quota
         *     is used up.
         *
         *     The `id` of a `ply` event is its ply. With `Last-Event-ID` the review continues after that ply. Results are kept
         *     for five minutes after the last search, for the same version of the game and the same request fields, and are
         *     not searched again. `result` always covers all plies.
         */
        post: operations["review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /**
         * Stream the changes of a game
         * @description Streams the game on every change and the search of an engine that plays. The stream of an unfinished game stays open.
         */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/socket": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /**
         * Follow a game over a WebSocket
         * @description A WebSocket over HTTP/1.1 with the events of `events`, each as a text message with a `StreamEvent`. After the event `end` the
         *     server closes it with the code 1000. It sends a ping every 20 seconds and ignores all messages, of which none may be
         *     longer than 4096 bytes; moves are sent with `play_move`.
         *
         *     The token of a seat or a spectator is in `Authorization`, or the subprotocol `bearer.<token>`, which the server then chooses,
         *     or a `ticket` stands for it. If the server restricts the origins of pages, it refuses those of others with 403.
         */
        get: operations["socket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a ticket for a stream
         * @description For a client that cannot send a token with the request, such as the `EventSource` of a browser. The ticket opens one stream
         *     of the game, `events` or `socket`, within a minute, and the client that opens it counts as the bearer of the token: a player
         *     is present. A token has at most 64 unused tickets.
         */
        post: operations["issue_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /**
         * Export the record
         * @description Returns the record in the form that `format` names. The response has another content type for each form. In `pgn`, `sgf`
         *     and `dhtmlxq`, an imported game has the comments and variations of its record.
         */
        get: operations["record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/seeks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the open seeks
         * @description Who looks for an opponent, those first that have waited longest, at most 200. With API keys these are the seekers of the same
         *     key. To play with one of them, post a seek of your own with the same `ruleset`, `options` and `clock`.
         */
        get: operations["list_seeks"];
        put?: never;
        /**
         * Look for an opponent
         * @description Looks for somebody who seeks the same: the same `ruleset`, `options` and `clock`, and a side that fits. Then ask for the
         *     game with the `secret`, at least every 15 seconds. Counts as a new game in the quota. At most `max_seeks_per_client` seeks of a
         *     client are open at once: more are 429.
         */
        post: operations["create_seek"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/seeks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /**
         * Wait for an opponent
         * @description Says what has come of a seek, to the bearer of its secret. With `Prefer: wait=30` the response waits for the game. A seek on which
         *     nobody has waited for 15 seconds is gone. Each of two seekers gets the same game, its side and its token. A game is
         *     told for ten minutes.
         */
        get: operations["await_game"];
        put?: never;
        post?: never;
        /**
         * Stop looking for an opponent
         * @description Withdraws an open seek, for the bearer of its secret. 409 `seek_matched` if an opponent has come meanwhile.
         */
        delete: operations["withdraw_seek"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the events of all games
         * @description The events of all games that the API key has created, as server-sent events, or as lines of JSON with `Accept:
         *     application/x-ndjson`: `game_created`, `game_started`, `game_finished` (with the record), `offer`, `arbiter`, `game_deleted`, and
         *     with `moves=true` also `move_played`. The events of one game come in order, and each at least once: it is written together with its
         *     change. `Last-Event-ID` resumes after an event for as long as the server keeps them, a day by default; later the response is 410.
         */
        get: operations["follow_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Convert records
         * @description Converts a record, or a collection of many, from any format that is read to the one that `format` names, with comments
         *     and variations where it has a place for them (`pgn`, `sgf`, `dhtmlxq`). Nothing is stored. PGN, SGF and the libraries of
         *     CCBridge (`cbl`) may have up to 2,000 games; the error of one of them has its number as `game`. The body may have a
         *     mebibyte. A request counts as a new game in the quota.
         */
        post: operations["convert_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Review a game that is not stored
         * @description Reviews a game given by its moves or by a record, as `POST /v1/games/{id}/review` does a stored one: as a stream, or with
         *     `Accept: application/json` as one document. A client that resumes with `Last-Event-ID` sends the same request.
         */
        post: operations["review_moves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply the rules to a position
         * @description Returns what the rules say about a position: legal moves, forbidden points, warnings and the result. Nothing is stored
         *     and nothing is searched.
         */
        post: operations["position"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name an opening and list the moves of the book
         * @description Returns the name of the opening by which a game got to a position, and the moves that the engine's opening book knows
         *     there. Nothing is stored and nothing is searched.
         */
        post: operations["opening"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search a position
         * @description Identical analyses that run at the same time share one search: same position (options, start and moves), same
         *     fields, same limits. Each response reports its own times: those of a client that joins late count from its own request.
         *     Analyses with a `level` and without a `seed` never share a search, because their result must be random.
         *
         *     A stream that joins a running search starts with the depths already finished. With `Last-Event-ID` a stream
         *     continues: first the last finished depth, then the following ones, all with greater ids. A search ends when its
         *     last client disconnects; a stream resumed after that searches the position again.
         */
        post: operations["analyse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a long analysis
         * @description For searches too long to keep a connection open. The analysis waits for an idle search thread, and gives its
         *     thread up to requests that wait for a move. Its `time_ms` starts when it gets a thread. The best result so far
         *     can be read at any time, and is kept when the analysis is cancelled.
         */
        post: operations["submit_analysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit many positions
         * @description One analysis of up to 256 positions, which are searched one after another. It takes turns with the other analyses that
         *     wait. `GET /v1/analyses/{id}` shows its progress and its results so far, and `DELETE` cancels it. A position that is not
         *     valid fails alone, with its problem as its result. Each position has the `time_ms` of `limits`. The search time of all is
         *     taken from the client's quota at once; what was not used is given back at the end.
         */
        post: operations["submit_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analyses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /**
         * Get a long analysis
         * @description Returns the state of the analysis with its best result so far. With `Prefer` the response waits for the end.
         *     The results of a batch can also be had as a stream, as they come: each is a `position` event, whose `id` is its place
         *     from 1. With `Last-Event-ID` the stream continues after that one.
         */
        get: operations["show_analysis"];
        put?: never;
        post?: never;
        /**
         * Cancel a long analysis
         * @description The best result so far is kept. An analysis that has ended does not change.
         */
        delete: operations["cancel_analysis"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/puzzles/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a puzzle to solve
         * @description Returns one of the puzzles nearest to the level, at random. Puzzles are positions that the side to move wins by force,
         *     taken from games of the engine. Each is proved by search to have one solution.
         */
        get: operations["next_puzzle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/puzzles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        /**
         * Get a puzzle by its id
         * @description Returns the same puzzle as long as the program has it.
         */
        get: operations["show_puzzle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rulesets, options, levels and limits
         * @description Returns everything that a client needs to offer a new game, and the limits of this server.
         */
        get: operations["rulesets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness
         * @description Succeeds as long as the process serves requests.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness
         * @description Succeeds while the server accepts new work. A server that shuts down responds with 503, and so does one whose store takes no changes if it is set up so (`ready_needs_store`).
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics in OpenMetrics text
         * @description Returns counters and gauges for Prometheus.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Returns this document as YAML.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Interactive API documentation
         * @description A page to read this document and to try requests.
         */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        /**
         * A file of the documentation page
         * @description Returns a script or a style sheet of the documentation page.
         */
        get: operations["docs_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The web board
         * @description A page to play on.
         */
        get: operations["home"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        /**
         * A file of the web board
         * @description Returns a script, a style sheet, a font or a picture of the web board.
         */
        get: operations["asset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/g/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. For any other text the page says that there is no such game. */
                id: string;
            };
            cookie?: never;
        };
        /**
         * The web board with a game
         * @description The page that a link to a game opens. Open Graph elements in its head describe a game that anybody may read, for the
         *     previews of links: the players, how the game stands, and `record?format=png` as the picture.
         */
        get: operations["shared_game"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embed/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        /**
         * The board of a game for a frame
         * @description A page that shows a game in a frame of another site, follows it, and takes no moves. The setting `embed_frame_ancestors`
         *     names the sites. The page has buttons for earlier moves. It reads `theme` (`light`, `dark`), `pieces` (`traditional`,
         *     `simplified`, `letters`, `pictures`), `lang` (`en`, `zh`, `zh-Hant`, `ja`, `vi`), `ply` (where it begins in the moves) and `flip` (`1`) from the query of
         *     its address.
         */
        get: operations["embedded_game"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/p/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The puzzle's id. For any other text the page says that there is no such puzzle. */
                id: string;
            };
            cookie?: never;
        };
        /**
         * The web board with a puzzle
         * @description The page that a link to a puzzle opens. Open Graph elements in its head describe the puzzle for the previews of links.
         */
        get: operations["shared_puzzle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oembed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How another site shows a game
         * @description Answers by [oEmbed](https://oembed.com): the HTML of a frame with the board of the game whose link was pasted somewhere.
         *     The page at `/g/{id}` names this address. A game that not everybody may read is not shown.
         */
        get: operations["oembed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Opens one stream of a game. */
        StreamTicket: {
            ticket: string;
            /** Format: date-time */
            expires_at: string;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description What the server expected and what it got. */
            detail: string;
            instance: string;
            code: components["schemas"]["ProblemCode"];
            request_id: string;
            errors?: components["schemas"]["FieldError"][];
            reason?: components["schemas"]["IllegalMoveReason"];
            /** @description The moves that an ambiguous text can mean. */
            candidates?: string[];
            /** @description The current version of the game. */
            version?: number;
            /** @description The ply, from 1, of the first wrong move in a list or record. */
            ply?: number;
            /** @description That move as the client sent it. */
            move?: string;
            /** @description The number, from 1, of the game with the error in a collection; or the id of the game that has a reference. */
            game?: number | string;
            scope?: components["schemas"]["Scope"];
            /** @description The id of the oldest event that is kept. */
            oldest?: string | null;
            /** @description The line, from 1, of the error in a record that is text. */
            line?: number;
            /** @description The offset, from 0, of the error in a binary record. */
            byte?: number;
            pointer?: string;
        };
        /**
         * @description What went wrong, for programs.
         * @enum {string}
         */
        ProblemCode: "invalid_request" | "invalid_json" | "unauthorized" | "forbidden" | "scope_missing" | "consent_needed" | "hints_off" | "not_found" | "game_not_found" | "seek_not_found" | "method_not_allowed" | "request_timeout" | "game_over" | "nothing_to_claim" | "game_paused" | "game_not_paused" | "no_clock" | "seek_matched" | "phrases_used_up" | "game_not_over" | "not_started" | "game_started" | "no_ready_check" | "seat_taken" | "game_too_long" | "not_your_turn" | "game_changed" | "nothing_to_undo" | "no_draw_offer" | "no_takeback_offer" | "no_rematch_offer" | "reference_taken" | "request_in_flight" | "events_expired" | "upgrade_required" | "version_mismatch" | "body_too_large" | "unsupported_media_type" | "illegal_move" | "invalid_position" | "invalid_record" | "invalid_move_text" | "ambiguous_move" | "idempotency_key_reused" | "rate_limited" | "internal" | "overloaded" | "shutting_down" | "store_unavailable";
        /**
         * @description What an API key allows.
         * @enum {string}
         */
        Scope: "games" | "analysis" | "feed" | "admin";
        /** @description An error in one field. */
        FieldError: {
            /** @description A JSON Pointer into the body. */
            pointer: string;
            message: string;
        };
        /**
         * @description Why a move is illegal.
         * @enum {string}
         */
        IllegalMoveReason: "own_piece" | "no_piece" | "not_your_piece" | "piece_cannot_move_so" | "leaves_general_in_check" | "generals_face" | "off_board" | "occupied" | "not_now" | "forbidden_three_three" | "forbidden_four_four" | "forbidden_overline" | "forbidden_repetition";
        /**
         * @description `xiangqi`: Chinese chess. `gomoku`: five or more in a row win. `gomoku_standard`: exactly five. `renju`: Black needs
         *     exactly five and has forbidden points. `caro`: five wins unless a stone of the other side stands at each end; the edge
         *     of the board does not block; six or more win even then, unless `overline_wins` is false.
         * @enum {string}
         */
        Ruleset: "xiangqi" | "gomoku" | "gomoku_standard" | "renju" | "caro";
        /**
         * @description `red` and `black` in Xiangqi, `black` and `white` in the others. The side named first moves first.
         * @enum {string}
         */
        Side: "red" | "black" | "white";
        /**
         * @description What a repetition means in Xiangqi.
         * @enum {string}
         */
        Repetition: "asian" | "checks_only" | "draw" | "tiantian" | "wxf";
        /**
         * @description What a forbidden repetition costs.
         * @enum {string}
         */
        RepetitionPenalty: "lose" | "refuse";
        /**
         * @description An opening rule of Gomoku or Caro.
         * @enum {string}
         */
        GomokuOpening: "free" | "swap" | "swap2" | "pro" | "long_pro";
        /**
         * @description An opening rule of Renju.
         * @enum {string}
         */
        RenjuOpening: "free" | "swap2" | "soosyrv8" | "taraguchi10";
        /** @description The options of `xiangqi`. */
        XiangqiOptions: {
            /**
             * @description `asian`, the default: perpetual check and perpetual chase are forbidden; `checks_only`: only perpetual check is;
             *     `draw`: any repetition draws; `tiantian`: checks and chases in a row are counted, as the most used apps do, the
             *     game is drawn after 400 plies, and a repetition without attacks at the fifth occurrence. `wxf` is an alias of
             *     `asian`, which is what responses say: the manual of the World Xiangqi Federation gives its verdicts.
             */
            repetition?: components["schemas"]["Repetition"] | null;
            /**
             * @description What a forbidden repetition costs. `lose`: the move that completes it loses the game. `refuse`: that move is
             *     not legal, is missing in `legal_moves` and gets 422 with the reason `forbidden_repetition`; a side whose moves
             *     are all refused loses as by stalemate. Absent: `refuse` for `tiantian`, `lose` for the others.
             */
            repetition_penalty?: components["schemas"]["RepetitionPenalty"] | null;
            /**
             * Format: int64
             * @description The game is drawn after this many plies without a capture, 120 by default; 0 means no limit.
             */
            no_capture_limit?: number | null;
        };
        /** @description The options of `gomoku` and `gomoku_standard`. */
        GomokuOptions: {
            /** @description 15 by default. */
            board_size?: number | null;
            /**
             * @description The opening rule, `free` by default. `swap`: one player places three stones, the other chooses the color. `swap2`: the
             *     other may also place two more stones and leave the choice. `pro`: Black's first stone is on the center, the second
             *     at least three points from it. `long_pro`: at least four. `opening` of the position and `legal_moves` list the
             *     current choices.
             */
            opening?: components["schemas"]["GomokuOpening"] | null;
        };
        /** @description The options of `caro`. */
        CaroOptions: {
            /** @description 15 by default. */
            board_size?: number | null;
            /** @description The opening rule, as in Gomoku; `free` by default. */
            opening?: components["schemas"]["GomokuOpening"] | null;
            /**
             * @description Whether six or more in a row win, blocked or not; true by default, as in Vietnam. False is the rule of Gomocup's
             *     tournaments.
             */
            overline_wins?: boolean | null;
        };
        /** @description The options of `renju`. */
        RenjuOptions: {
            /** @description The opening rule, `free` by default. `opening` of the position and `legal_moves` list the current choices. */
            opening?: components["schemas"]["RenjuOpening"] | null;
            /** @description A black stone on a forbidden point is accepted and loses, instead of being refused; false by default. */
            forbidden_loses?: boolean | null;
        };
        /** @description The options of a position. Each ruleset has its own, as in `XiangqiOptions`, `GomokuOptions`, `RenjuOptions` and `CaroOptions`. */
        Options: {
            repetition?: components["schemas"]["Repetition"];
            repetition_penalty?: components["schemas"]["RepetitionPenalty"];
            /** Format: int64 */
            no_capture_limit?: number;
            board_size?: number;
            /** @enum {string} */
            opening?: "free" | "swap" | "swap2" | "pro" | "long_pro" | "soosyrv8" | "taraguchi10";
            overline_wins?: boolean;
            forbidden_loses?: boolean;
        };
        /** @description The first limit reached ends the search. */
        Limits: {
            /**
             * Format: int64
             * @description The default is 1000; the server caps it.
             */
            time_ms?: number | null;
            depth?: number | null;
            /** Format: int64 */
            nodes?: number | null;
            /** @description The search may end before `time_ms` or `nodes` is used up, if its best move is stable: from about a quarter on. False by default. */
            early?: boolean | null;
        };
        /** @description How the engine searches any position. */
        SearchSettings: {
            /**
             * @description The name of an engine that the server offers for the ruleset (`GET /v1/rulesets`); the server's own when absent. Such an engine
             *     has no `level`, and `seed`, `isolated` and `book` have no effect on it. Only one that speaks UCI has several `lines`,
             *     `search_moves` and `avoid_moves`.
             */
            engine?: string | null;
            limits?: components["schemas"]["Limits"] | null;
            /** @description Full strength when absent. */
            level?: number | null;
            /** @description How many best lines to return, if there are as many legal moves; 1 by default. */
            lines?: number | null;
            /** @description 1 by default; the server caps it. */
            threads?: number | null;
            /**
             * Format: int64
             * @description Makes every random choice repeatable.
             */
            seed?: number | null;
            /** @description Use a private table: the same `nodes` and `seed` give the same result everywhere. False by default. */
            isolated?: boolean | null;
            /** @description `false` disables the opening book. */
            book?: boolean | null;
        };
        /** @description How the engine searches this position. */
        SearchFields: components["schemas"]["SearchSettings"] & {
            /** @description Search only these moves, if the list is not empty. */
            search_moves?: string[] | null;
            /** @description Do not search these moves. */
            avoid_moves?: string[] | null;
        };
        /** @description Something that happened to a game or an analysis of the API key. */
        FeedEvent: {
            /** @description Increases. `Last-Event-ID` resumes after it. */
            id: string;
            /** @enum {string} */
            event: "game_created" | "game_started" | "move_played" | "offer" | "arbiter" | "game_finished" | "game_deleted" | "analysis_finished";
            /** Format: date-time */
            at: string;
            /**
             * Format: uuid
             * @description Null for an analysis.
             */
            game: string | null;
            user: string | null;
            reference: components["schemas"]["Reference"];
            /**
             * @description The state of the game: `ruleset`, `version`, `ply`, `turn`, `fen`, `status`; with a move also `move`, at the end also `result` (the
             *     side that won, `draw` or `aborted`), `reason`, `record` (PGN), and `aborted` if it was. For an offer `kind`, `side` and `action`. For
             *     `arbiter` the `Ruling`. For an analysis
             *     its id as `analysis`, and `status`: `done` or `failed`.
             */
            data: Record<string, never>;
        };
        /** @description The name of the player, which the page and records show. */
        PlayerName: string | null;
        /** @description The owner's own id of the game, unique among its games. Only the API key that owns the game sees it. */
        Reference: string | null;
        /** @description What the owner notes about the game, at most 2048 bytes. Only the API key that owns the game sees it. */
        Metadata: {
            [key: string]: string;
        };
        /** @description What is to change; null removes a value. */
        GameDetails: {
            players?: {
                red?: components["schemas"]["PlayerDetails"];
                black?: components["schemas"]["PlayerDetails"];
                white?: components["schemas"]["PlayerDetails"];
            } | null;
            reference?: components["schemas"]["Reference"];
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        PlayerDetails: {
            name?: components["schemas"]["PlayerName"];
        } | null;
        NewGames: {
            games: components["schemas"]["NewGame"][];
        };
        CreatedGames: {
            games: components["schemas"]["Game"][];
        };
        GameList: {
            games: components["schemas"]["ListedGame"][];
            /** @description The `cursor` of the next page. */
            next_cursor: string | null;
        };
        /** @description The short form of a game, with what its owner looks for. */
        ListedGame: {
            /** Format: uuid */
            id: string;
            /** Format: int64 */
            version: number;
            ply: number;
            turn: components["schemas"]["Side"];
            fen: string;
            status: components["schemas"]["GameStatus"];
            winner: components["schemas"]["Side"] | null;
            reason: components["schemas"]["GameEndReason"] | null;
            clock?: components["schemas"]["Clock"];
            players: components["schemas"]["Players"];
            /** @description The end user on whose behalf the game was created. */
            user: string | null;
            reference: components["schemas"]["Reference"];
            metadata: components["schemas"]["Metadata"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description A person. */
        HumanPlayer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "human";
            name?: components["schemas"]["PlayerName"];
        };
        /** @description The engine. */
        EnginePlayer: components["schemas"]["SearchSettings"] & {
            /** @constant */
            kind: "engine";
            name?: components["schemas"]["PlayerName"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "engine";
        };
        /** @description Who plays a side. */
        Player: components["schemas"]["HumanPlayer"] | components["schemas"]["EnginePlayer"];
        /** @description The players of a game by side; red and black in Xiangqi, black and white in the other rulesets. */
        Players: {
            red?: components["schemas"]["GamePlayer"];
            black?: components["schemas"]["GamePlayer"];
            white?: components["schemas"]["GamePlayer"];
        };
        /** @description A person, or the engine with its settings. */
        GamePlayer: {
            name?: components["schemas"]["PlayerName"];
            /** @enum {string} */
            kind: "human" | "engine";
            /** @description The engine that the player named; missing if it is the server's own. */
            engine?: string;
            /** @description Null at full strength. */
            level?: number | null;
            limits?: components["schemas"]["Limits"];
            /** Format: int64 */
            seed?: number | null;
            book?: boolean;
        };
        /** @description Who plays each side in Xiangqi; the default is human. */
        NewXiangqiPlayers: {
            red?: components["schemas"]["Player"] | null;
            black?: components["schemas"]["Player"] | null;
        };
        /** @description Who plays each side in Gomoku, Renju and Caro; the default is human. */
        NewGomokuPlayers: {
            black?: components["schemas"]["Player"] | null;
            white?: components["schemas"]["Player"] | null;
        };
        /** @description The position that a request is about. */
        StartFields: {
            /** @description The default is the start position. */
            fen?: string | null;
            /** @description Moves played from that position, in any notation. */
            moves?: string[] | null;
        };
        /**
         * @description `record` holds the moves and the position itself, so it excludes `fen` and `moves`. Most formats name the game, too: then
         *     `ruleset` must agree with the record.
         */
        NewGameFields: components["schemas"]["StartFields"] & {
            /** @description A record to import instead of `fen` and `moves`. */
            record?: components["schemas"]["GameRecord"] | null;
            seats?: components["schemas"]["NewSeats"] | null;
            /**
             * @description Whether hints, reviews and engine moves for a person are available while the game is running. True by default, but
             *     false in a game with seats between two people. Only a game with seats can be without hints.
             */
            hints?: boolean | null;
            /** @description Whether reading the game needs one of its tokens. Needs `seats`; false by default. */
            private?: boolean | null;
            /**
             * @description Whether the game waits, with its clock stopped, until both players are ready: see `ready`. Needs `seats` and people on
             *     both sides, and does not go with `days_per_move`. False by default.
             */
            ready_check?: boolean | null;
            /**
             * Format: int64
             * @description How long the side to move may be away before the other side may claim the game. Needs `seats`, and does not
             *     go with `days_per_move`; the default is the server's, usually 60000.
             */
            abandon_ms?: number | null;
            /** @description The time control; none by default. */
            clock?: components["schemas"]["NewClock"] | null;
            /**
             * @description With engines on both sides: whether the server plays the game to its end by itself. It plays a few games of each
             *     client at once, in the search threads that nobody else needs; the others wait for their turn. False by default.
             */
            run?: boolean | null;
            reference?: components["schemas"]["Reference"];
            metadata?: components["schemas"]["Metadata"] | null;
        };
        /**
         * @description How much time the sides have: `initial_ms`, `move_ms`, or both. `increment_ms` and `byoyomi_ms` need `initial_ms`. Or
         *     `days_per_move` alone, for a game by correspondence: nobody is present or away, nobody can abandon the game, and it is kept
         *     while it runs, however long that takes. Time runs only while a server is up. A side that runs out of time loses, or draws if the other side does not have enough material
         *     to win. Each side's first move is not charged.
         */
        NewClock: {
            /** @description Time for all moves together (局时). */
            initial_ms?: number | null;
            /** @description Added after each move but the first (加秒). A move that was taken back and is played again adds nothing. */
            increment_ms?: number | null;
            /** @description The most that one move may take (步时). */
            move_ms?: number | null;
            /** @description Time for each move once the initial time is used up (读秒). */
            byoyomi_ms?: number | null;
            /** @description The time in which each side must make its first move, or the game is aborted; by default the server's setting. */
            first_move_ms?: number | null;
            /** @description By correspondence: the days that one move may take, the first one too. Excludes the other times. */
            days_per_move?: number | null;
        };
        /**
         * @description `true`: the response contains the token of each side, once. `invite`: it contains the token of the creator's side and an
         *     invitation to the other one. `invite_both`: it contains an invitation to each side and no token. `false`, the default:
         *     nobody needs a token.
         */
        NewSeats: boolean | components["schemas"]["SeatsByInvitation"];
        /**
         * @description `invite`: one seat for the creator of the game, and one for a second person, who joins it. `invite_both`: both seats are for
         *     others, who join the game.
         * @enum {string}
         */
        SeatsByInvitation: "invite" | "invite_both";
        /**
         * @description The secret for the player of each side, by its name. Only the response that creates a game with invitations for both sides
         *     contains it.
         */
        Invitations: {
            red?: string;
            black?: string;
            white?: string;
        };
        /**
         * @description The side of the creator of a game with an invitation; random by default.
         * @enum {string}
         */
        XiangqiCreatorSide: "red" | "black" | "random";
        /**
         * @description The side of the creator of a game with an invitation; random by default.
         * @enum {string}
         */
        GomokuCreatorSide: "black" | "white" | "random";
        /**
         * @description The format of a record that can be imported.
         * @enum {string}
         */
        ImportFormat: "pgn" | "text" | "wxf" | "dhtmlxq" | "xqf" | "sgf" | "psq" | "text_board" | "pos" | "cbr" | "cbl" | "cbf";
        /** @description A record of a game. A string is a `RecordText` without `format`. */
        GameRecord: string | components["schemas"]["RecordText"] | components["schemas"]["RecordBytes"];
        /** @description A record as text. */
        RecordText: {
            text: string;
            /** @description The default is to recognize it by the content. */
            format?: components["schemas"]["ImportFormat"] | null;
        };
        /** @description A binary record, or text that is not UTF-8 (UTF-16, GB18030), in base64. */
        RecordBytes: {
            base64: string;
            /** @description The default is to recognize it by the content. */
            format?: components["schemas"]["ImportFormat"] | null;
        };
        /** @description The names of the players by side. */
        RecordPlayers: {
            red?: string | null;
            black?: string | null;
            white?: string | null;
        };
        /** @description The headers of the record. Exports contain them again. */
        RecordTags: {
            event: string | null;
            site: string | null;
            date: string | null;
            round: string | null;
            players: components["schemas"]["RecordPlayers"];
        };
        /** @description What the game kept of the record that it was imported from. */
        ImportedRecord: {
            format: components["schemas"]["ImportFormat"];
            tags: components["schemas"]["RecordTags"];
            notes: components["schemas"]["ImportNote"][];
        };
        /**
         * @description A difference between the record and the game, or between the record and what our rules say. A game keeps all moves of its
         *     record that are legal by the way pieces move and check, and the result that the record claims. `would_have_ended`: the
         *     rules would have ended the game after `ply` plies, as `verdict` says. `would_have_been_refused`: they would have refused
         *     the move with the number `ply`, for this `reason`: it repeats the position, or its point is forbidden to Black in Renju.
         *     `result_contradicts`: the result is not that of `verdict`. `moves_after_the_end_left_out`: the side to move was mated,
         *     or stalemated, after `ply` plies. `comments_left_out`: they belong to no move, such as lines that programs append.
         *     `variations_left_out`: from a move on they are not legal. `tree_too_large`: a game keeps at most `bytes` bytes of
         *     variations, comments and other remarks. `ruleset_assumed`: the record says only that it is five in a row, and was read as `gomoku`.
         */
        ImportNote: {
            /** @enum {string} */
            code: "comments_left_out" | "variations_left_out" | "tree_too_large" | "moves_after_the_end_left_out" | "would_have_ended" | "would_have_been_refused" | "result_contradicts" | "ruleset_assumed";
            /** @description How many were left out. */
            count?: number;
            /** @description How much memory the tree of a game may take. */
            bytes?: number;
            /** @description The number of plies. */
            ply?: number;
            reason?: components["schemas"]["IllegalMoveReason"];
            verdict?: components["schemas"]["RuledEnd"];
            detail: string;
        };
        /** @description The short form of a game after a change (`Prefer: return=minimal`). */
        ShortGame: {
            /** Format: uuid */
            id: string;
            version: number;
            ply: number;
            turn: components["schemas"]["Side"];
            fen: string;
            status: components["schemas"]["GameStatus"];
            winner: components["schemas"]["Side"] | null;
            reason: components["schemas"]["GameEndReason"] | null;
            clock?: components["schemas"]["Clock"];
            /** @description The moves that the request led to. */
            moves: components["schemas"]["MoveText"][];
            reply: null | {
                best_move: string;
                score?: components["schemas"]["Score"];
                win_rate?: number;
                source?: components["schemas"]["SearchSource"];
            };
            tokens?: components["schemas"]["Seats"];
            invitation?: string;
            invitations?: components["schemas"]["Invitations"];
            spectator?: string;
        };
        /** @description How our rules would have ended an imported game. */
        RuledEnd: {
            /** @description The name of the side that wins; null for a draw. */
            winner: string | null;
            reason: components["schemas"]["GameEndReason"];
            /** @description The clause on a repetition. */
            rule: string | null;
        };
        /** @description Records to convert. */
        RecordConversion: {
            record: components["schemas"]["GameRecord"];
            /**
             * @description The format to write. Which games each is for is as for `format` of `GET /v1/games/{id}/record`.
             * @enum {string}
             */
            format: "pgn" | "text" | "dhtmlxq" | "sgf" | "psq" | "text_board" | "pos";
            /** @description The notation of the moves in a `pgn` of Xiangqi; `iccs` by default. */
            notation?: ("iccs" | "chinese" | "wxf") | null;
            /** @description Needed if the record does not tell its game. */
            ruleset?: components["schemas"]["Ruleset"] | null;
        };
        /** @description Converted records. */
        ConvertedRecords: {
            records: components["schemas"]["ConvertedRecord"][];
        };
        /** @description A record in its new format, which is in `text` or, if it is binary, in `base64`. */
        ConvertedRecord: {
            ruleset: components["schemas"]["Ruleset"];
            /** @description The number of plies of the main line. */
            ply: number;
            /** @enum {string} */
            status: "playing" | "won" | "drawn";
            winner: string | null;
            reason: components["schemas"]["GameEndReason"] | null;
            import: components["schemas"]["ImportedRecord"];
            text: string | null;
            base64: string | null;
        };
        /** @description A new game of Xiangqi. */
        NewXiangqiGame: components["schemas"]["NewGameFields"] & {
            /** @constant */
            ruleset: "xiangqi";
            options?: components["schemas"]["XiangqiOptions"] | null;
            players?: components["schemas"]["NewXiangqiPlayers"] | null;
            side?: components["schemas"]["XiangqiCreatorSide"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "xiangqi";
        };
        /** @description A new game of freestyle Gomoku, in which five or more win. */
        NewGomokuGame: components["schemas"]["NewGameFields"] & {
            /** @constant */
            ruleset: "gomoku";
            options?: components["schemas"]["GomokuOptions"] | null;
            players?: components["schemas"]["NewGomokuPlayers"] | null;
            side?: components["schemas"]["GomokuCreatorSide"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "gomoku";
        };
        /** @description A new game of standard Gomoku, in which exactly five win. */
        NewGomokuStandardGame: components["schemas"]["NewGameFields"] & {
            /** @constant */
            ruleset: "gomoku_standard";
            options?: components["schemas"]["GomokuOptions"] | null;
            players?: components["schemas"]["NewGomokuPlayers"] | null;
            side?: components["schemas"]["GomokuCreatorSide"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "gomoku_standard";
        };
        /** @description A new game of Renju. */
        NewRenjuGame: components["schemas"]["NewGameFields"] & {
            /** @constant */
            ruleset: "renju";
            options?: components["schemas"]["RenjuOptions"] | null;
            players?: components["schemas"]["NewGomokuPlayers"] | null;
            side?: components["schemas"]["GomokuCreatorSide"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "renju";
        };
        /** @description A new game of Caro. */
        NewCaroGame: components["schemas"]["NewGameFields"] & {
            /** @constant */
            ruleset: "caro";
            options?: components["schemas"]["CaroOptions"] | null;
            players?: components["schemas"]["NewGomokuPlayers"] | null;
            side?: components["schemas"]["GomokuCreatorSide"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "caro";
        };
        /** @description A new game. Each ruleset has its own options and sides. */
        NewGame: components["schemas"]["NewXiangqiGame"] | components["schemas"]["NewGomokuGame"] | components["schemas"]["NewGomokuStandardGame"] | components["schemas"]["NewRenjuGame"] | components["schemas"]["NewCaroGame"];
        /** @description A move to play. */
        PlayMove: {
            /**
             * @description Coordinates, Chinese or WXF; in the others a point or a choice of the opening.
             * @example h2e2
             * @example 炮二平五
             * @example C2=5
             * @example h8
             * @example swap
             */
            move: string;
            /** @description `false` postpones the engine's reply. */
            reply?: boolean | null;
        };
        /** @description The moves to take back. */
        Undo: {
            /** @description 1 by default. */
            plies?: number | null;
        };
        /** @description The side that resigns. */
        Resign: {
            side: components["schemas"]["Side"];
        };
        /** @description What a side does about a draw. */
        Draw: {
            side: components["schemas"]["Side"];
            action: components["schemas"]["OfferAction"];
        };
        /** @description What a side does about taking moves back. */
        Takeback: {
            side: components["schemas"]["Side"];
            action: components["schemas"]["OfferAction"];
            /** @description How many plies to take back, in an offer. By default as many as needed for `side` to be to move again. */
            plies?: number | null;
        };
        /** @description What a side does about another game. */
        Rematch: {
            side: components["schemas"]["Side"];
            action: components["schemas"]["OfferAction"];
        };
        /**
         * @description To make an offer, or to answer that of the other side.
         * @enum {string}
         */
        OfferAction: "offer" | "accept" | "decline";
        /** @description What somebody looks for. Only those meet whose ruleset, options and clock are the same. */
        NewSeek: {
            ruleset: components["schemas"]["Ruleset"];
            /** @description The options of the ruleset, as in a new game. */
            options?: Record<string, never> | null;
            clock?: components["schemas"]["NewClock"] | null;
            /**
             * @description `random`, the default, takes either.
             * @enum {string|null}
             */
            side?: "red" | "black" | "white" | "random" | null;
            name?: components["schemas"]["PlayerName"];
            /** @description After this time an engine takes the place of the opponent. By default none does. */
            engine_after_ms?: number | null;
            /** @description The level of that engine; full strength by default. Needs `engine_after_ms`. */
            level?: number | null;
        };
        /** @description Somebody who looks for an opponent. */
        Seek: {
            /** Format: uuid */
            id: string;
            ruleset: components["schemas"]["Ruleset"];
            /** @description All options of the ruleset. */
            options: Record<string, never>;
            clock: components["schemas"]["SeekClock"] | null;
            /** @enum {string} */
            side: "red" | "black" | "white" | "random";
            name: string | null;
            engine_after_ms: number | null;
            level: number | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A seek for the seeker. */
        CreatedSeek: {
            /** @description The bearer token that asks for the game, and withdraws the seek. */
            secret: string;
            /** Format: uuid */
            id: string;
            ruleset: components["schemas"]["Ruleset"];
            /** @description All options of the ruleset. */
            options: Record<string, never>;
            clock: components["schemas"]["SeekClock"] | null;
            /** @enum {string} */
            side: "red" | "black" | "white" | "random";
            name: string | null;
            engine_after_ms: number | null;
            level: number | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description The time control of a seek, as in `Clock`. */
        SeekClock: {
            initial_ms: number | null;
            increment_ms: number | null;
            move_ms: number | null;
            byoyomi_ms: number | null;
            first_move_ms: number;
            days_per_move?: number;
        };
        Seeks: {
            seeks: components["schemas"]["Seek"][];
        };
        /** @description What has come of a seek. A matched one has `game`, `side` and `token`. */
        SeekStatus: {
            /** @enum {string} */
            status: "open" | "matched";
            /** Format: uuid */
            game?: string;
            /** @enum {string} */
            side?: "red" | "black" | "white";
            /** @description The token of the seeker's seat. */
            token?: string;
        };
        /** @enum {string} */
        PhraseName: "hello" | "good_luck" | "well_played" | "thanks" | "sorry" | "rematch";
        NewPhrase: {
            phrase: components["schemas"]["PhraseName"];
        };
        /** @description What a player has said. */
        Phrase: {
            /** @enum {string} */
            side: "red" | "black" | "white";
            phrase: components["schemas"]["PhraseName"];
            /** Format: date-time */
            at: string;
        };
        Pause: Record<string, never>;
        Resume: Record<string, never>;
        AddTime: {
            side: components["schemas"]["Side"];
            /** Format: int64 */
            ms: number;
        };
        Adjudicate: {
            /**
             * @description The side that wins, or `draw`.
             * @enum {string}
             */
            result: "red" | "black" | "white" | "draw";
            /** @description Why, for the players. */
            detail?: string | null;
        };
        /** @description The side that aborts the game. */
        Abort: {
            side: components["schemas"]["Side"];
        };
        /** @description The side that is ready. */
        Ready: {
            side: components["schemas"]["Side"];
        };
        /** @description The invitation to a game, and who accepts it. */
        Join: {
            invitation: string;
            /** @description The name of the player, unless the creator of the game has given one. */
            name?: components["schemas"]["PlayerName"];
        };
        /** @description How to search for the best move. */
        BestMove: components["schemas"]["SearchFields"] & {
            /** @description Also play the move; false by default. */
            play?: boolean | null;
        };
        /** @description How to search each position of the game. */
        Review: components["schemas"]["SearchFields"];
        /** @description A position of Xiangqi. */
        XiangqiPositionInput: components["schemas"]["StartFields"] & {
            /** @constant */
            ruleset: "xiangqi";
            options?: components["schemas"]["XiangqiOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "xiangqi";
        };
        /** @description A position of freestyle Gomoku. */
        GomokuPositionInput: components["schemas"]["StartFields"] & {
            /** @constant */
            ruleset: "gomoku";
            options?: components["schemas"]["GomokuOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "gomoku";
        };
        /** @description A position of standard Gomoku. */
        GomokuStandardPositionInput: components["schemas"]["StartFields"] & {
            /** @constant */
            ruleset: "gomoku_standard";
            options?: components["schemas"]["GomokuOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "gomoku_standard";
        };
        /** @description A position of Renju. */
        RenjuPositionInput: components["schemas"]["StartFields"] & {
            /** @constant */
            ruleset: "renju";
            options?: components["schemas"]["RenjuOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "renju";
        };
        /** @description A position of Caro. */
        CaroPositionInput: components["schemas"]["StartFields"] & {
            /** @constant */
            ruleset: "caro";
            options?: components["schemas"]["CaroOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "caro";
        };
        /** @description What is known about the opening of a game. */
        KnownOpening: {
            name?: components["schemas"]["OpeningTitle"];
            /**
             * @description The moves of the opening book in this position, those with the greatest weight first. Only Xiangqi has a book. A level
             *     plays from it unless `book` is false.
             */
            book: components["schemas"]["BookMove"][];
        };
        /**
         * @description The name of the opening, missing if it has none: the common ones of Xiangqi, also mirrored, and the 26 of Renju, also
         *     mirrored and turned, for games from the start position.
         */
        OpeningTitle: {
            /** @example Central Cannon vs. Screen Horses */
            english: string;
            /** @example 中炮对屏风马 */
            chinese: string;
        };
        BookMove: {
            /** @example h2e2 */
            move: string;
            /** @example 炮二平五 */
            chinese: string;
            /** @example C2=5 */
            wxf: string;
            /** @description The weight by which the book chooses the move. */
            weight: number;
            /** @description The probability that the book chooses the move. */
            share: number;
        };
        /** @description A position, by its start and its moves. */
        PositionInput: components["schemas"]["XiangqiPositionInput"] | components["schemas"]["GomokuPositionInput"] | components["schemas"]["GomokuStandardPositionInput"] | components["schemas"]["RenjuPositionInput"] | components["schemas"]["CaroPositionInput"];
        /** @description A position of Xiangqi, and how to search it. */
        XiangqiAnalysisInput: components["schemas"]["StartFields"] & components["schemas"]["SearchFields"] & {
            /** @constant */
            ruleset: "xiangqi";
            options?: components["schemas"]["XiangqiOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "xiangqi";
        };
        /** @description A position of freestyle Gomoku, and how to search it. */
        GomokuAnalysisInput: components["schemas"]["StartFields"] & components["schemas"]["SearchFields"] & {
            /** @constant */
            ruleset: "gomoku";
            options?: components["schemas"]["GomokuOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "gomoku";
        };
        /** @description A position of standard Gomoku, and how to search it. */
        GomokuStandardAnalysisInput: components["schemas"]["StartFields"] & components["schemas"]["SearchFields"] & {
            /** @constant */
            ruleset: "gomoku_standard";
            options?: components["schemas"]["GomokuOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "gomoku_standard";
        };
        /** @description A position of Renju, and how to search it. */
        RenjuAnalysisInput: components["schemas"]["StartFields"] & components["schemas"]["SearchFields"] & {
            /** @constant */
            ruleset: "renju";
            options?: components["schemas"]["RenjuOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "renju";
        };
        /** @description A position of Caro, and how to search it. */
        CaroAnalysisInput: components["schemas"]["StartFields"] & components["schemas"]["SearchFields"] & {
            /** @constant */
            ruleset: "caro";
            options?: components["schemas"]["CaroOptions"] | null;
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            ruleset: "caro";
        };
        /** @description A position, and how to search it. */
        AnalysisInput: components["schemas"]["XiangqiAnalysisInput"] | components["schemas"]["GomokuAnalysisInput"] | components["schemas"]["GomokuStandardAnalysisInput"] | components["schemas"]["RenjuAnalysisInput"] | components["schemas"]["CaroAnalysisInput"];
        /** @description A position of any ruleset. The options of another ruleset are refused. */
        BatchPosition: {
            ruleset: components["schemas"]["Ruleset"];
            options?: components["schemas"]["Options"] | null;
            fen?: string | null;
            moves?: string[] | null;
        };
        /** @description Positions, and how the engine searches each of them. */
        BatchInput: components["schemas"]["SearchSettings"] & {
            /** @description With `lines`, at most 1280 lines of all positions together. */
            positions: components["schemas"]["BatchPosition"][];
        };
        /** @description A game of any ruleset, by its moves or a record, and how the engine searches its positions. */
        ReviewInput: components["schemas"]["SearchFields"] & {
            /** @description Required without `record`. */
            ruleset?: components["schemas"]["Ruleset"] | null;
            options?: components["schemas"]["Options"] | null;
            fen?: string | null;
            moves?: string[] | null;
            record?: components["schemas"]["GameRecord"] | null;
        };
        /** @description A move in every notation. Except in Xiangqi `chinese` and `wxf` are null. */
        MoveText: {
            move: string;
            chinese: string | null;
            wxf: string | null;
            /** @enum {string} */
            by?: "human" | "engine";
            /** Format: date-time */
            at?: string;
            /**
             * Format: int64
             * @description In games with a clock: what the mover had left after the move, with its increment. Once the initial time is used up, and without it, what was left of the time for the move.
             */
            clock_ms?: number;
        };
        /** @description Coordinates, or with `notation=all` the move in every notation. */
        LegalMove: string | components["schemas"]["MoveText"];
        /** @description How the rules judge a repetition, and why. */
        Verdict: {
            /** @description The side at fault; null in a draw. */
            side: components["schemas"]["Side"] | null;
            /** @enum {string} */
            kind: "perpetual_check" | "perpetual_chase" | "alternating_check_chase" | "mutual_check" | "mutual_chase" | "allowed";
            cycle: string[];
            chased: string | null;
            rule: string;
        };
        /** @description A move that would end the game by repetition, or a remark about an unusual position. */
        PositionWarning: {
            /**
             * @description `composed_position`: no game can reach the position, for example because of a sixth soldier. It can be played and
             *     searched like any other.
             * @enum {string}
             */
            code: "perpetual_check" | "perpetual_chase" | "alternating_check_chase" | "repetition_draw" | "composed_position";
            /** @description The side that would lose, or the side to move; null if the warning is about the position. */
            side: components["schemas"]["Side"] | null;
            /** @description The move; null if the warning is about the position. */
            move: string | null;
            detail: string;
            /**
             * @description Where attacks are counted: how many more such attacks in a row are allowed after this move. Absent if the move ends the
             *     game.
             */
            remaining?: number;
        };
        /** @description A point where Black may not play in Renju. */
        ForbiddenPoint: {
            point: string;
            /** @enum {string} */
            kind: "three_three" | "four_four" | "overline";
        };
        /** @description The state of the opening. */
        Opening: {
            /** @enum {string} */
            name: "free" | "swap" | "swap2" | "pro" | "long_pro" | "soosyrv8" | "taraguchi10";
            /**
             * @description `play`: the opening is over; the sides move in turn. `put`: `turn` places a stone of the color `stone`. `choose`:
             *     `turn` plays one of `choices` as a move. `offer`: `turn` offers `offers_left` more points for the fifth stone.
             *     `pick`: `turn` plays one of `offered`.
             * @enum {string}
             */
            phase: "play" | "put" | "choose" | "offer" | "pick";
            stone: components["schemas"]["Side"];
            choices: string[];
            offered: string[];
            offers_left: number;
            /** @description Whether the players have exchanged colors an odd number of times; `players` and seats follow the exchange. */
            swapped: boolean;
        };
        /**
         * @description Whether the game is being played or how it ended. `waiting`: a seat is still open, or a player is not ready. `aborted`: it ended without a result.
         * @enum {string}
         */
        GameStatus: "playing" | "won" | "drawn" | "waiting" | "aborted";
        /**
         * @description Why the game ended.
         * @enum {string}
         */
        GameEndReason: "checkmate" | "stalemate" | "perpetual_check" | "perpetual_chase" | "resignation" | "agreement" | "timeout" | "abandonment" | "adjudication" | "repetition" | "no_capture_limit" | "move_limit" | "insufficient_material" | "five_in_a_row" | "forbidden_move" | "board_full";
        /** @description What the rules say about a position of any ruleset. */
        PositionFields: {
            ruleset: components["schemas"]["Ruleset"];
            options: components["schemas"]["Options"];
            start_fen: string;
            fen: string;
            turn: components["schemas"]["Side"];
            ply: number;
            in_check: boolean;
            status: components["schemas"]["GameStatus"];
            winner: components["schemas"]["Side"] | null;
            reason: components["schemas"]["GameEndReason"] | null;
            verdict: components["schemas"]["Verdict"] | null;
            moves: components["schemas"]["MoveText"][];
            /** @description Complete while `status` is `playing`; with `notation=all` each move in every notation. */
            legal_moves: components["schemas"]["LegalMove"][];
            forbidden: components["schemas"]["ForbiddenPoint"][];
            /**
             * @description Moves that would end the game by repetition, and remarks about an unusual position. Where attacks are counted, also
             *     moves that continue a sequence of them, with `remaining`.
             */
            warnings: components["schemas"]["PositionWarning"][];
            /** @description The state of the opening; null in Xiangqi. */
            opening: components["schemas"]["Opening"] | null;
        };
        /** @description A position as the rules see it. */
        Position: components["schemas"]["PositionFields"];
        /**
         * @description The secret tokens of the caller's seats, by side. The responses to creating a game with `seats` and to joining one contain
         *     them, once.
         */
        Seats: {
            red?: string;
            black?: string;
            white?: string;
        };
        /** @description The time control of a game, as in `NewClock`, and the time that each side has left. */
        Clock: {
            initial_ms: number | null;
            increment_ms: number | null;
            move_ms: number | null;
            byoyomi_ms: number | null;
            first_move_ms: number;
            /** @description Only by correspondence. `move_ms` and `first_move_ms` say the same in milliseconds. */
            days_per_move?: number;
            /**
             * @description As of `at`: the initial time that is left; once it is used up, what is left of the byo-yomi for the move; without
             *     `initial_ms`, what is left for the move.
             */
            remaining_ms: components["schemas"]["SideTimes"];
            /** @description Whether the side has used up its initial time and plays on byo-yomi. */
            byoyomi: components["schemas"]["SideFlags"];
            /**
             * Format: date-time
             * @description The time of the last change of the clock.
             */
            at: string;
            /**
             * @description The side whose time runs. Null until both sides have made their first moves, while an engine is to move but no request
             *     has asked for its move, and once the game is over.
             */
            running: components["schemas"]["Side"] | null;
            /**
             * Format: date-time
             * @description When the server ends the game if no move comes. Null while no time runs.
             */
            deadline: string | null;
        };
        /** @description A time for each side of the ruleset, in milliseconds. */
        SideTimes: {
            /** Format: int64 */
            red?: number;
            /** Format: int64 */
            black?: number;
            /** Format: int64 */
            white?: number;
        };
        /** @description A yes or no for each side of the ruleset. */
        SideFlags: {
            red?: boolean;
            black?: boolean;
            white?: boolean;
        };
        /** @description A side's offer to take back that many plies. */
        TakebackOffer: {
            side: components["schemas"]["Side"];
            plies: number;
        };
        /** @description Whether each side is ready to begin. */
        ReadySides: {
            red?: boolean;
            black?: boolean;
            white?: boolean;
        };
        /**
         * @description `player`: the player of `side` did not want to play it. `first_move_late`: `side` did not make its first move in time.
         *     `paused_too_long`: nobody resumed it.
         */
        Aborted: {
            /** @enum {string} */
            reason: "player" | "first_move_late" | "paused_too_long";
            side?: components["schemas"]["Side"];
        };
        /** @description The fields of a game of any ruleset in addition to those of its position. */
        GameFields: {
            /** Format: uuid */
            id: string;
            /** Format: int64 */
            version: number;
            reference?: components["schemas"]["Reference"];
            metadata?: components["schemas"]["Metadata"];
            players: components["schemas"]["Players"];
            /** @description Whether acting needs a token. */
            seats: boolean;
            tokens?: components["schemas"]["Seats"];
            /** @description Null in a game without a clock. */
            clock: components["schemas"]["Clock"] | null;
            /** @description Which players are ready; absent unless the game waits for that. */
            ready?: components["schemas"]["ReadySides"];
            /** @description Whether the server plays the game to its end by itself; absent if not. */
            run?: boolean;
            /**
             * @description Which players are connected; null in a game without seats and by correspondence. It is not part of the version, so the `ETag` contains it in
             *     addition to the version. The response to a change shows it at the time of the change, also when it is replayed.
             */
            presence: components["schemas"]["Presence"] | null;
            /** @description The secret for the other player. Only the response that creates a game with an invitation contains it. */
            invitation?: string;
            invitations?: components["schemas"]["Invitations"];
            /** @description The token for those who watch a private game. Only the response that creates the game contains it. */
            spectator?: string;
            /** @description Whether hints, reviews and engine moves for a person are available while the game is running. */
            hints: boolean;
            /** @description Whether reading the game needs one of its tokens. */
            private: boolean;
            /**
             * Format: int64
             * @description How long the side to move may be away before the other side may claim the game; null without seats and by correspondence.
             */
            abandon_ms: number | null;
            /** @description Whether an arbiter has paused the game. */
            paused: boolean;
            /** @description What an arbiter did last; null if none did anything. */
            ruling: components["schemas"]["Ruling"] | null;
            /** @description The open offer to take moves back. */
            takeback_offer: components["schemas"]["TakebackOffer"] | null;
            /** @description The side that offers another game. */
            rematch_offer: components["schemas"]["Side"] | null;
            /**
             * Format: uuid
             * @description The id of the rematch, once both sides have agreed.
             */
            next_game: string | null;
            /** @description Why the game was aborted; absent if it was not. */
            aborted?: components["schemas"]["Aborted"];
            /** @description The side whose draw offer is open. */
            draw_offer: components["schemas"]["Side"] | null;
            /** @description Null unless the game was imported from a record. */
            import: components["schemas"]["ImportedRecord"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the server deletes the game if nobody uses it; every use postpones this.
             */
            expires_at: string;
        };
        /** @description A `Position` with an id, players and a version. */
        Game: components["schemas"]["PositionFields"] & components["schemas"]["GameFields"];
        /** @description For the side to move. Either `cp` or `mate` is present. */
        Score: {
            /** @description Hundredths of a soldier in Xiangqi. In the others a similar unit: at 240 a side wins e times as often as it loses. */
            cp?: number;
            /** @description In moves of that side; negative if that side is mated. */
            mate?: number;
        };
        /** @description A line of play that the search found. */
        Line: {
            pv: string[];
            score: components["schemas"]["Score"];
            /** @description The share of wins and half that of draws. */
            win_rate: number;
            wdl: components["schemas"]["Wdl"];
            /** @enum {string} */
            bound: "exact" | "lower" | "upper";
            depth: number;
            seldepth: number;
            /** Format: int64 */
            nodes: number;
        };
        /**
         * @description The expected shares of wins, draws and losses of the side to move, in thousandths; together 1000. They follow from the score:
         *     mates and lines that end in a draw are certain; in Xiangqi half of the games between equals are drawn, in five in a row none.
         */
        Wdl: {
            win: number;
            draw: number;
            loss: number;
        };
        /**
         * @description Where the best move is from: a search, the opening book, the only legal move, a win by threats, an endgame table, or `fallback`: the engine that the request names did not answer in time or not with a legal move, so this is the last line that it reported, or our own engine's; `engine` says whose. A move of a game and a hint are `forced` if only one move is legal; an analysis searches it like any other.
         * @enum {string}
         */
        SearchSource: "search" | "book" | "forced" | "threats" | "table" | "fallback";
        /** @description The result of a search. */
        Search: {
            best_move: string;
            ponder: string | null;
            chinese: string | null;
            wxf: string | null;
            source: components["schemas"]["SearchSource"];
            score: components["schemas"]["Score"];
            win_rate: number;
            depth: number;
            seldepth: number;
            /** Format: int64 */
            nodes: number;
            /** Format: int64 */
            nps: number;
            /** Format: int64 */
            time_ms: number;
            /**
             * Format: int64
             * @description How long the search waited for a thread or rested while other searches had their turn.
             */
            queued_ms: number;
            /** @description Whether the server was so busy that the search got only a few hundred nodes. */
            reduced: boolean;
            hash_hit_rate: number;
            hash_full: number;
            /** @description Who searched: the server's own engine with its version, or the name of another. */
            engine: string;
            pv: string[];
            lines: components["schemas"]["Line"][];
        };
        /**
         * @description The move of an engine, and the result of the search that chose it. While a game without `hints` is running, only the required
         *     fields are there: nothing that judges the position.
         */
        Reply: {
            best_move: string;
            ponder?: string | null;
            chinese: string | null;
            wxf: string | null;
            source?: components["schemas"]["SearchSource"];
            score?: components["schemas"]["Score"];
            win_rate?: number;
            depth?: number;
            seldepth?: number;
            /** Format: int64 */
            nodes?: number;
            /** Format: int64 */
            nps?: number;
            /** Format: int64 */
            time_ms: number;
            /**
             * Format: int64
             * @description How long the search waited for a thread or rested while other searches had their turn.
             */
            queued_ms: number;
            /** @description Whether the server was so busy that the search got only a few hundred nodes. */
            reduced: boolean;
            hash_hit_rate?: number;
            hash_full?: number;
            /** @description Who searched: the server's own engine with its version, or the name of another. */
            engine: string;
            pv?: string[];
            lines?: components["schemas"]["Line"][];
        };
        /** @description A long analysis. */
        Analysis: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "cancelled" | "failed";
            /** @description The request. A batch does not repeat it. */
            request?: Omit<components["schemas"]["AnalysisInput"], "ruleset">;
            progress?: components["schemas"]["BatchProgress"];
            /** @description Those of a batch so far, in the order of its positions. */
            results?: components["schemas"]["BatchResult"][];
            /** @description The best result so far, also of a running or cancelled analysis. */
            result: components["schemas"]["Search"] | null;
            /** @description Why the analysis failed. */
            problem: components["schemas"]["Problem"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** @description How many positions of a batch have their result, and how many it has. Only a batch has it. */
        BatchProgress: {
            done: number;
            positions: number;
        };
        /** @description The result of one position of a batch, or the problem for which there is none. */
        BatchResult: {
            /** @description The place of the position in the request. */
            index: number;
            result?: components["schemas"]["Search"];
            problem?: components["schemas"]["Problem"];
        };
        /**
         * @description A line of the stream of a batch: the result of a position (`position`), why the stream fails (`error`), or its `end`. Only
         *     the last two have `data`.
         */
        BatchLine: {
            id: components["schemas"]["EventId"];
            /** @enum {string} */
            event: "position" | "error" | "end";
            index?: number;
            result?: components["schemas"]["Search"];
            problem?: components["schemas"]["Problem"];
            data?: Record<string, never>;
        };
        /** @description One `BatchLine` per line; empty lines are heartbeats. */
        BatchLines: string;
        /**
         * @description The rulesets that have puzzles.
         * @enum {string}
         */
        PuzzleRuleset: "xiangqi" | "gomoku" | "renju";
        /** @description The board of a game for a frame, as oEmbed describes it. */
        Oembed: {
            /** @description Always `1.0`. */
            version: string;
            /** @description Always `rich`. */
            type: string;
            provider_name: string;
            provider_url: string;
            /** @description The game and its players. */
            title: string;
            /** @description An `iframe` with the board. */
            html: string;
            width: number;
            height: number;
        };
        /**
         * @description A position that the side to move wins by force. It is played with the default options of the ruleset, in five in a row
         *     on a board of 15×15.
         */
        Puzzle: {
            id: string;
            ruleset: components["schemas"]["PuzzleRuleset"];
            /** @description The lowest level of the engine that solves it. */
            level: number;
            /**
             * @description `checks`: every move of the solver gives check; `quiet_move`: one does not; `fours`: every move makes a four;
             *     `threats`: one makes another threat.
             * @enum {string}
             */
            theme: "checks" | "quiet_move" | "fours" | "threats";
            /**
             * @description `mate`: checkmate or stalemate. `five`: a winning row.
             * @enum {string}
             */
            goal: "mate" | "five";
            /** @description The number of moves in which the solver reaches the goal. */
            goal_moves: number;
            fen: string;
            turn: components["schemas"]["Side"];
            /**
             * @description The moves of both sides in coordinates. The first and the last are the solver's; the other side holds out as long
             *     as it can. Each of the solver's moves is the only one that wins as soon, except that another move may win at once
             *     in place of the last one if it is not the only one. In Xiangqi this is proved against all moves. In five in a row
             *     a win is one by continuous fours and threes.
             */
            solution: string[];
        };
        /** @description The game after a move, and the search that chose the engine's move, if it made one. */
        Played: {
            game: components["schemas"]["Game"];
            reply: components["schemas"]["Reply"] | null;
        };
        /** @description A `Search`; with `play`, the game and the search. */
        BestMoveAnswer: components["schemas"]["Search"] | components["schemas"]["Played"];
        /** @description The data of a review's `ply` event. Scores are for the side that moved, within ±1000. */
        Ply: {
            ply: number;
            side: components["schemas"]["Side"];
            move: string;
            chinese: string | null;
            wxf: string | null;
            score_before: number;
            score_after: number;
            best_move: string;
            /** @description What could have been played instead, by both sides. It begins with `best_move`. */
            best_line: string[];
            loss: number;
            /** @enum {string} */
            label: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
            /**
             * @description Why the move is no mistake, whatever the scores say; null if it is judged by them. `book`: the opening book has it, or it
             *     belongs to a named opening of Renju; `forced`: it was the only legal move; `opening`: a decision of an opening protocol that
             *     no single score judges. The last stone before the other player chooses a color is judged by the balance: its scores are how
             *     far a color is ahead, negated.
             */
            exempt: ("book" | "forced" | "opening") | null;
            /** @description What the move overlooked; null unless it is a mistake with a simple reason. */
            oversight: components["schemas"]["Oversight"] | null;
        };
        /** @description What a mistake overlooked, by the rules or by the engine's lines. */
        Oversight: {
            /**
             * @description `missed_win`: the side had a forced win; `allows_win`: the other side has one after the move; `allows_double_four`:
             *     the other side wins by fours in two directions at once; `loses_piece`: the other side takes a piece for nothing;
             *     `forbidden_repetition`: the move lost by the rules of repetition; `forbidden_point`: the stone was placed on a
             *     forbidden point.
             * @enum {string}
             */
            kind: "missed_win" | "allows_win" | "allows_double_four" | "loses_piece" | "forbidden_repetition" | "forbidden_point";
            /** @description The number of moves of the winner in a forced win. */
            moves: number | null;
            /** @description Where the lost piece stands, or the stone that makes the double four. */
            point: string | null;
            /** @description The lost piece: `rook`, `horse`, `cannon`, `advisor` or `elephant`. */
            piece: string | null;
        };
        /** @description The data of a review's `result` event. */
        ReviewResult: {
            plies: number;
            accuracy: components["schemas"]["Accuracy"];
        };
        /** @description A review as one document. */
        ReviewDocument: {
            moves: components["schemas"]["Ply"][];
            /** @description Null if the server shut down before it had judged all moves. */
            summary: components["schemas"]["ReviewResult"] | null;
        };
        /**
         * @description The accuracy of each side in percent; null if it has not moved. By the
         *     [formulas of lichess](https://lichess.org/page/accuracy) from our winning chances: each move counts by the winning chance
         *     that it lost, and the accuracy of a side is the mean of two averages of its moves, one weighted by how sharp the game was,
         *     the other harmonic.
         */
        Accuracy: {
            red?: number | null;
            black?: number | null;
            white?: number | null;
        };
        Claim: {
            /**
             * @description The side that claims.
             * @enum {string}
             */
            side: "red" | "black" | "white";
            /** @enum {string} */
            result: "win" | "draw";
        };
        /** @description The data of the last event of every stream. */
        StreamEnd: {
            /** @enum {string} */
            reason: "game_over" | "deleted" | "shutdown" | "done";
            /**
             * Format: uuid
             * @description Only in the stream of a game, the rematch that both sides have agreed to.
             */
            next_game?: string | null;
        };
        /**
         * Format: int64
         * @description The ids of a stream increase.
         */
        EventId: number;
        /** @description The game after a change. */
        GameEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "game";
            data: components["schemas"]["Game"];
        };
        /** @description Whether each person of a game with seats is connected. An engine is not listed. */
        Presence: {
            /** @enum {string} */
            red?: "here" | "away";
            /** @enum {string} */
            black?: "here" | "away";
            /** @enum {string} */
            white?: "here" | "away";
        };
        /** @description A player has connected or is away. */
        PresenceEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "presence";
            data: components["schemas"]["Presence"];
        };
        /** @description What a side did about an offer. The game after it follows. */
        StreamOffer: {
            /** @enum {string} */
            kind: "draw" | "takeback" | "rematch";
            /** @enum {string} */
            side: "red" | "black" | "white";
            /** @enum {string} */
            action: "offer" | "accept" | "decline";
            /** @description Only of a takeback. */
            plies?: number;
        };
        /** @description A side has made or answered an offer. */
        OfferEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "offer";
            data: components["schemas"]["StreamOffer"];
        };
        /** @description The last thing that an arbiter did with a game. */
        Ruling: {
            /** @enum {string} */
            action: "pause" | "resume" | "add_time" | "adjudicate";
            /** @description The name of the arbiter's API key. */
            by: string;
            /** Format: date-time */
            at: string;
            /**
             * @description To whom time was added.
             * @enum {string}
             */
            side?: "red" | "black" | "white";
            /**
             * Format: int64
             * @description The time that was added.
             */
            ms?: number;
            /** @description Why the game was decided, if the arbiter said so. */
            detail?: string;
        };
        /** @description An arbiter has acted. The game after it follows. */
        ArbiterEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "arbiter";
            data: components["schemas"]["Ruling"];
        };
        /** @description A player has said one of the six phrases. */
        PhraseEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "phrase";
            data: components["schemas"]["Phrase"];
        };
        /** @description How many streams without a token of a seat are open, at all servers together. */
        Watchers: {
            watchers: number;
        };
        /** @description The number of watchers has changed. It comes every five seconds at most. */
        WatchersEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "watchers";
            data: components["schemas"]["Watchers"];
        };
        /** @description The last finished depth of an engine's search for its move. In a game without `hints` there is none. */
        ThinkingEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "thinking";
            data: components["schemas"]["Search"];
        };
        /** @description A finished depth of an analysis. */
        InfoEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "info";
            data: components["schemas"]["Search"];
        };
        /** @description A reviewed move. */
        PlyEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "ply";
            data: components["schemas"]["Ply"];
        };
        /** @description The result of an analysis or a review. */
        ResultEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "result";
            data: components["schemas"]["StreamResult"];
        };
        /** @description An error that ended an analysis or a review. */
        ProblemEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "error";
            data: components["schemas"]["Problem"];
        };
        /** @description The last event of every stream. */
        EndEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            event: "end";
            data: components["schemas"]["StreamEnd"];
        };
        /** @description The `Search` of an analysis, or the `ReviewResult` of a review. */
        StreamResult: components["schemas"]["Search"] | components["schemas"]["ReviewResult"];
        /** @description One event of a stream. */
        StreamEvent: components["schemas"]["GameEvent"] | components["schemas"]["PresenceEvent"] | components["schemas"]["OfferEvent"] | components["schemas"]["ArbiterEvent"] | components["schemas"]["PhraseEvent"] | components["schemas"]["WatchersEvent"] | components["schemas"]["ThinkingEvent"] | components["schemas"]["InfoEvent"] | components["schemas"]["PlyEvent"] | components["schemas"]["ResultEvent"] | components["schemas"]["ProblemEvent"] | components["schemas"]["EndEvent"];
        /**
         * @description Server-sent events. Each has the fields `id`, `event` and `data`, which together are a `StreamEvent`; lines that
         *     begin with a colon are heartbeats.
         */
        ServerSentEvents: string;
        /** @description One `StreamEvent` per line; empty lines are heartbeats. */
        EventLines: string;
        /** @description The state of the server. */
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /** @description The state of a server that accepts new work. */
        Readiness: {
            /** @enum {string} */
            status: "ready";
            /**
             * @description Whether games can be created and changed.
             * @enum {string}
             */
            store: "available" | "unavailable";
            /** @description The engines beside the server's own, by their names: `cannot_start` if the last attempt to start one failed. */
            engines: {
                [key: string]: "available" | "cannot_start";
            };
        };
        /** @description A level of the engine in one game. */
        EngineLevel: {
            level: number;
            /**
             * @description The players whom the level suits.
             * @enum {string}
             */
            group: "new" | "beginner" | "casual" | "club" | "strong" | "master" | "engine";
            /**
             * @description The strength on this game's own ladder, measured by matches of the levels against each other. Level 1 has 400 by
             *     definition. Figures of different games are not comparable.
             */
            elo: number;
        };
        /** @description A ruleset, its options and its levels. */
        RulesetDescription: {
            ruleset: components["schemas"]["Ruleset"];
            sides: components["schemas"]["Side"][];
            start_fen: string;
            /** @description Each option with its `default` and its `values`, or `min` and `max`. */
            options: {
                [key: string]: unknown;
            };
            /** @description The levels of the engine in this game, weakest first. */
            levels: components["schemas"]["EngineLevel"][];
            /** @description The engines that a search of this ruleset may name, beside the server's own. */
            engines: components["schemas"]["NamedEngine"][];
        };
        /** @description An engine that a search may name in `engine`. */
        NamedEngine: {
            name: string;
        };
        /** @description The lowest and the highest level of the engine. */
        LevelRange: {
            min: number;
            max: number;
        };
        /** @description What this server offers. */
        Rulesets: {
            rulesets: components["schemas"]["RulesetDescription"][];
            levels: components["schemas"]["LevelRange"];
            /**
             * @description The limits in force. For quotas, 0 means no limit. `games_per_minute` and `search_ms_per_minute` may apply only to clients
             *     without an API key: the header `RateLimit` of a response shows the quotas of its client. `searches_per_client` is how many
             *     searches of more than 50 ms a client may have at once while others have none; they share the processors.
             *     `analyses_per_client` is how many long analyses of one client may wait or run.
             */
            limits: {
                [key: string]: unknown;
            };
            engine: string;
        };
    };
    responses: {
        /** @description `invalid_request` with `errors`, or `invalid_json`. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `unauthorized`. `WWW-Authenticate` is `Bearer realm="api-key"` if the server needs an API key, and `Bearer` if the game
         *     needs a token.
         */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`, `scope_missing`, `consent_needed`, `hints_off`. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_found`: there is no such resource, or it has expired. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `seek_not_found`. */
        SeekNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `game_not_found`, `not_found`. */
        GameNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `request_timeout`. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description `game_over`, `game_not_over`, `not_started`, `game_started`, `no_ready_check`, `seat_taken`, `game_too_long`, `not_your_turn`,
         *     `game_changed`, `nothing_to_undo`, `no_draw_offer`, `no_takeback_offer`, `no_rematch_offer`, `game_paused`, `game_not_paused`, `no_clock`, `seek_matched`, `phrases_used_up`, `request_in_flight`, `reference_taken` (with `Location` of the game that has it).
         */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `events_expired`: `oldest` is the id of the oldest event that is kept. */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `upgrade_required`: the request is not the handshake of a WebSocket. */
        UpgradeRequired: {
            headers: {
                /** @description `websocket`. */
                Upgrade?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `version_mismatch`. */
        VersionMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `body_too_large`. */
        BodyTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `illegal_move` with `reason`, `invalid_position`, `invalid_record`, `invalid_move_text`, `ambiguous_move`, `idempotency_key_reused`. */
        Unprocessable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: the client's quota of requests, new games, search time, streams, pictures or long analyses is used up. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `internal`. */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `overloaded`, `shutting_down`, `store_unavailable`. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        GameId: string;
        /** @description With `all`, each legal move is an object `{move, chinese, wxf}`. */
        Notation: "coordinates" | "all";
        /**
         * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
         *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
         * @example "3-5f0c1d9a77e2b346"
         */
        IfMatch: string;
        /** @description Respond with 304 if the game still has this `ETag`. */
        IfNoneMatch: string;
        /** @description A ticket of `POST /v1/games/{id}/tickets`, in place of a token. */
        Ticket: string;
        /** @description For a stream: the last `id` that the client received. The stream continues with greater ids. */
        LastEventId: string;
        /**
         * @description `wait=10`: respond when the analysis has ended, after 10 seconds at the latest. The maximum is 60 (RFC 7240).
         * @example wait=10
         */
        Prefer: string;
        /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
        PreferReturn: string;
        /**
         * @description `wait=30`: with `If-None-Match`, respond when the game has changed, after 30 seconds at the latest. The maximum is 60 (RFC 7240).
         * @example wait=30
         */
        PreferChange: string;
        /**
         * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
         *     user, beneath the quotas of the key.
         * @example anna
         */
        DuiyiUser: string;
        /**
         * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
         *     only from callers with an API key or with a seat token of the game.
         * @example 0f8fad5b-d9cb-469f-a165-70867728950e
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The state of the game: its version and a random revision. The revision differs even if a store loses a write and
         *     assigns the same version again. In a game with seats a letter follows for each person: `h` for here, `a` for away.
         *     `If-Match` ignores these letters. The tag of a compressed response ends with `-gzip`; both name the same state.
         */
        ETag: string;
        /**
         * @description On every response about a game: the time of the server in milliseconds since the Unix epoch. The times of a clock refer to
         *     it.
         */
        Time: number;
        /**
         * @description `return=minimal` if the request preferred that. Then the body is a `ShortGame`: the state of the game, the moves that the
         *     request led to, and the secrets of a player who created or joined it.
         */
        PreferenceApplied: string;
        /**
         * @description `wait=30`, if the request had `Prefer: wait`: how many seconds it may have waited.
         * @example wait=30
         */
        WaitApplied: string;
        /** @description `true` if this is the response of an earlier request with the same `Idempotency-Key`. */
        IdempotencyReplayed: "true";
        /** @description The path of the new resource. */
        Location: string;
        /**
         * @description On every response under `/v1` if limits are configured. For each policy: the client's remaining quota `r`, and the
         *     seconds `t` until the quota is full again.
         */
        RateLimit: string;
        /**
         * @description The limits: quota `q` in a window of `w` seconds. `requests` counts requests, `games` new games; `search` counts
         *     milliseconds of search, summed over threads. A search is charged its full budget when it is admitted; what it did not use is
         *     refunded. An analysis that shares the search of another is charged nothing.
         */
        RateLimitPolicy: string;
        /** @description Seconds to wait before the next try. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list_games: {
        parameters: {
            query?: {
                /** @description Only the games of this end user (`Duiyi-User`). */
                user?: string;
                /** @description Only the game with this reference. */
                reference?: string;
                status?: components["schemas"]["GameStatus"];
                ruleset?: components["schemas"]["Ruleset"];
                /** @description Only games that have changed since. */
                updated_after?: string;
                limit?: number;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "Duiyi-Time": components["headers"]["Time"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_game: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleset": "xiangqi",
                 *       "players": {
                 *         "black": {
                 *           "kind": "engine",
                 *           "level": 3
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewGame"];
            };
        };
        responses: {
            /** @description The game. If an engine moves first, the response already contains its move. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    /** @description The path of the game. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_games: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "games": [
                 *         {
                 *           "ruleset": "xiangqi"
                 *         },
                 *         {
                 *           "ruleset": "gomoku"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewGames"];
            };
        };
        responses: {
            /** @description The games, in the same order. */
            201: {
                headers: {
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedGames"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    get_game: {
        parameters: {
            query?: {
                /** @description With `all`, each legal move is an object `{move, chinese, wxf}`. */
                notation?: components["parameters"]["Notation"];
            };
            header?: {
                /** @description Respond with 304 if the game still has this `ETag`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description `wait=30`: with `If-None-Match`, respond when the game has changed, after 30 seconds at the latest. The maximum is 60 (RFC 7240).
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["PreferChange"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Preference-Applied": components["headers"]["WaitApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            /** @description The client has the current version, after the time that it wanted to wait. */
            304: {
                headers: {
                    "Preference-Applied": components["headers"]["WaitApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    delete_game: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    change_details: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/merge-patch+json": components["schemas"]["GameDetails"];
                /**
                 * @example {
                 *       "reference": "order-17",
                 *       "metadata": {
                 *         "table": "4"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GameDetails"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    play_move: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "move": "h2e2"
                 *     }
                 */
                "application/json": components["schemas"]["PlayMove"];
            };
        };
        responses: {
            /** @description The game after the move, and after the reply if an engine plays the other side. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Played"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    undo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "plies": 2
                 *     }
                 */
                "application/json": components["schemas"]["Undo"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red"
                 *     }
                 */
                "application/json": components["schemas"]["Resign"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    draw: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red",
                 *       "action": "offer"
                 *     }
                 */
                "application/json": components["schemas"]["Draw"];
            };
        };
        responses: {
            /** @description The game. An engine answers an offer at once. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    claim: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red",
                 *       "result": "win"
                 *     }
                 */
                "application/json": components["schemas"]["Claim"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeback: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red",
                 *       "action": "offer"
                 *     }
                 */
                "application/json": components["schemas"]["Takeback"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rematch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red",
                 *       "action": "offer"
                 *     }
                 */
                "application/json": components["schemas"]["Rematch"];
            };
        };
        responses: {
            /** @description The game that is over. `next_game` is set if both sides agree. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    abort: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red"
                 *     }
                 */
                "application/json": components["schemas"]["Abort"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red"
                 *     }
                 */
                "application/json": components["schemas"]["Ready"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    say: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phrase": "hello"
                 *     }
                 */
                "application/json": components["schemas"]["NewPhrase"];
            };
        };
        responses: {
            /** @description What was said. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Phrase"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pause: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Pause"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    resume: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Resume"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    add_time: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "side": "red",
                 *       "ms": 60000
                 *     }
                 */
                "application/json": components["schemas"]["AddTime"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    adjudicate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "result": "draw",
                 *       "detail": "The hall closes."
                 *     }
                 */
                "application/json": components["schemas"]["Adjudicate"];
            };
        };
        responses: {
            /** @description The game. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    join: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "invitation": "7d1c4f0b9a2e4c5d8f3a6b1e0c9d2a47"
                 *     }
                 */
                "application/json": components["schemas"]["Join"];
            };
        };
        responses: {
            /** @description The game, with the token of the new player in `seats`. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    best_move: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Change the game only if it is in one of these states. A state is an `ETag` of the game, or a version alone in
                 *     quotes, such as `"3"`, which matches any state with that version. `*` matches any state.
                 * @example "3-5f0c1d9a77e2b346"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description `return=minimal`: respond with the short form of the game (RFC 7240), as the header `Preference-Applied` describes. */
                Prefer?: components["parameters"]["PreferReturn"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "limits": {
                 *         "time_ms": 200
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BestMove"];
            };
        };
        responses: {
            /** @description A `Search`; with `play`, the game and the search. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Duiyi-Time": components["headers"]["Time"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BestMoveAnswer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    review: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a stream: the last `id` that the client received. The stream continues with greater ids. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "limits": {
                 *         "time_ms": 100
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Review"];
            };
        };
        responses: {
            /** @description One `ply` event per move, then `result`, then `end`. With `Accept: application/json` the same as one document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ServerSentEvents"];
                    "application/x-ndjson": components["schemas"]["EventLines"];
                    "application/json": components["schemas"]["ReviewDocument"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    events: {
        parameters: {
            query?: {
                /** @description A ticket of `POST /v1/games/{id}/tickets`, in place of a token. */
                ticket?: components["parameters"]["Ticket"];
            };
            header?: {
                /** @description The last `id` that the client received. The first event is always the whole state, with a greater `id`. */
                "Last-Event-ID"?: string;
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description First `game` with the whole state, then `game` on every change and `thinking` while an engine searches, finally `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ServerSentEvents"];
                    "application/x-ndjson": components["schemas"]["EventLines"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    socket: {
        parameters: {
            query?: {
                /** @description A ticket of `POST /v1/games/{id}/tickets`, in place of a token. */
                ticket?: components["parameters"]["Ticket"];
                /** @description The last `id` that the client received. The first event is always the whole state, with a greater `id`. */
                last_event_id?: number;
            };
            header?: {
                /** @description `bearer.<token>`: the token of a seat or a spectator. */
                "Sec-WebSocket-Protocol"?: string;
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection is now a WebSocket. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            426: components["responses"]["UpgradeRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    issue_ticket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The ticket. */
            201: {
                headers: {
                    "Duiyi-Time": components["headers"]["Time"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ticket": "5f2b8a60c41d4e7f9a3b7c8d1e0f2a64",
                     *       "expires_at": "2026-01-31T18:01:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StreamTicket"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    record: {
        parameters: {
            query?: {
                /**
                 * @description `svg` and `png` are pictures of the position.
                 *     `dhtmlxq` is for Xiangqi. `sgf`, `psq` (Piskvork) and RenLib's `text_board` and `pos` are for five in a row: all but
                 *     `sgf` start with the empty board, and the last two have 15 by 15 points. Another game is 400.
                 */
                format?: "json" | "pgn" | "text" | "svg" | "png" | "dhtmlxq" | "sgf" | "psq" | "text_board" | "pos";
                /** @description The notation of the moves in a `pgn` of Xiangqi, such as `H2-E2`, `炮二平五` or `C2=5`. */
                notation?: "iccs" | "chinese" | "wxf";
            };
            header?: {
                /** @description Respond with 304 if the game still has this `ETag`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, with a file name for those who save it. */
            200: {
                headers: {
                    /** @description The file name. */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                    "application/x-chess-pgn": string;
                    "text/plain": string;
                    "image/svg+xml": string;
                    "image/png": string;
                    "application/x-go-sgf": string;
                    "application/octet-stream": string;
                };
            };
            /** @description The client has the current version. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    list_seeks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The open seeks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Seeks"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    create_seek: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleset": "xiangqi",
                 *       "clock": {
                 *         "initial_ms": 600000,
                 *         "increment_ms": 5000
                 *       },
                 *       "name": "Lin"
                 *     }
                 */
                "application/json": components["schemas"]["NewSeek"];
            };
        };
        responses: {
            /** @description The seek, with the secret that only this response contains. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSeek"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    await_game: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=10`: respond when the analysis has ended, after 10 seconds at the latest. The maximum is 60 (RFC 7240).
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What has come of the seek. */
            200: {
                headers: {
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeekStatus"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SeekNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdraw_seek: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seek is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["SeekNotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    follow_events: {
        parameters: {
            query?: {
                /** @description Whether to send the moves. */
                moves?: boolean;
            };
            header?: {
                /** @description The `id` of the last event that the client has; without it the stream begins with what happens from now on. */
                "Last-Event-ID"?: string;
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. The stream ends only when the server shuts down. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                    "application/x-ndjson": components["schemas"]["FeedEvent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            410: components["responses"]["Gone"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    convert_record: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "record": "1. C2=5 {central} H8+7 (1. ... H2+3) 2. H2+3",
                 *       "format": "dhtmlxq"
                 *     }
                 */
                "application/json": components["schemas"]["RecordConversion"];
            };
        };
        responses: {
            /** @description The records in the order of the file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConvertedRecords"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    review_moves: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a stream: the last `id` that the client received. The stream continues with greater ids. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleset": "xiangqi",
                 *       "moves": [
                 *         "h2e2",
                 *         "h9g7"
                 *       ],
                 *       "limits": {
                 *         "time_ms": 100
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReviewInput"];
            };
        };
        responses: {
            /** @description The whole review, or one `ply` event per move, then `result`, then `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDocument"];
                    "text/event-stream": components["schemas"]["ServerSentEvents"];
                    "application/x-ndjson": components["schemas"]["EventLines"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    position: {
        parameters: {
            query?: {
                /** @description With `all`, each legal move is an object `{move, chinese, wxf}`. */
                notation?: components["parameters"]["Notation"];
            };
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleset": "xiangqi",
                 *       "moves": [
                 *         "h2e2",
                 *         "h9g7"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PositionInput"];
            };
        };
        responses: {
            /** @description The position. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    opening: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleset": "xiangqi",
                 *       "moves": [
                 *         "h2e2",
                 *         "h9g7"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PositionInput"];
            };
        };
        responses: {
            /** @description What is known about the opening. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnownOpening"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    analyse: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a stream: the last `id` that the client received. The stream continues with greater ids. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleset": "xiangqi",
                 *       "limits": {
                 *         "time_ms": 500
                 *       },
                 *       "lines": 2,
                 *       "book": false
                 *     }
                 */
                "application/json": components["schemas"]["AnalysisInput"];
            };
        };
        responses: {
            /** @description The result of the search; or, depending on `Accept`, an `info` event per finished depth, exactly one `result`, and `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Search"];
                    "text/event-stream": components["schemas"]["ServerSentEvents"];
                    "application/x-ndjson": components["schemas"]["EventLines"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    submit_analysis: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=10`: respond when the analysis has ended, after 10 seconds at the latest. The maximum is 60 (RFC 7240).
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleset": "xiangqi",
                 *       "limits": {
                 *         "time_ms": 20000
                 *       },
                 *       "lines": 2,
                 *       "book": false
                 *     }
                 */
                "application/json": components["schemas"]["AnalysisInput"];
            };
        };
        responses: {
            /** @description The analysis ended within the time that `Prefer` asked for. */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            /** @description The analysis was accepted; `Location` is its path. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    submit_batch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description `wait=10`: respond when the analysis has ended, after 10 seconds at the latest. The maximum is 60 (RFC 7240).
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "positions": [
                 *         {
                 *           "ruleset": "xiangqi",
                 *           "moves": [
                 *             "h2e2"
                 *           ]
                 *         },
                 *         {
                 *           "ruleset": "renju"
                 *         }
                 *       ],
                 *       "limits": {
                 *         "depth": 4
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["BatchInput"];
            };
        };
        responses: {
            /** @description The batch ended within the time that `Prefer` asked for. */
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            /** @description The batch was accepted; `Location` is its path. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    show_analysis: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=10`: respond when the analysis has ended, after 10 seconds at the latest. The maximum is 60 (RFC 7240).
                 * @example wait=10
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description For a stream: the last `id` that the client received. The stream continues with greater ids. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state of the analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                    "text/event-stream": string;
                    "application/x-ndjson": components["schemas"]["BatchLines"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancel_analysis: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current state of the analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    next_puzzle: {
        parameters: {
            query: {
                ruleset: components["schemas"]["PuzzleRuleset"];
                /** @description The level of the wanted puzzle, as of an engine. Any level if absent. */
                level?: number;
                /**
                 * @description The ids of puzzles that are not wanted again, separated by commas. If they are all there is, one of them is
                 *     returned.
                 */
                seen?: string;
            };
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The puzzle with its solution. */
            200: {
                headers: {
                    /** @description `no-store`, because the next response is another puzzle. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Puzzle"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    show_puzzle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The puzzle with its solution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Puzzle"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    rulesets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The end user on whose behalf the caller acts. Only with an API key. Quotas and the turn for a search thread then go by key and
                 *     user, beneath the quotas of the key.
                 * @example anna
                 */
                "Duiyi-User"?: components["parameters"]["DuiyiUser"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rulesets, options, levels and limits of this server. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rulesets"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process serves requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server accepts new work. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in OpenMetrics text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/openmetrics-text": string;
                };
            };
            413: components["responses"]["BodyTooLarge"];
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "application/yaml": Record<string, never>;
                };
            };
            413: components["responses"]["BodyTooLarge"];
        };
    };
    docs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documentation page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: components["responses"]["BodyTooLarge"];
        };
    };
    docs_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                };
            };
            404: components["responses"]["GameNotFound"];
        };
    };
    home: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page of the web board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The client has the current version of the file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            413: components["responses"]["BodyTooLarge"];
        };
    };
    asset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its name changes with its content, except for the service worker, the manifest and its icons. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                    "font/woff2": unknown;
                    "image/png": unknown;
                    "application/manifest+json": unknown;
                    "image/svg+xml": string;
                };
            };
            /** @description The client has the current version of the file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["GameNotFound"];
        };
    };
    shared_game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. For any other text the page says that there is no such game. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page of the web board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The client has the current version of the file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The page, which says that there is no such game. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: components["responses"]["BodyTooLarge"];
        };
    };
    embedded_game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The client has the current version of the file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** @description The page, which says that there is no such game, or a problem if the text is no id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
    shared_puzzle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The puzzle's id. For any other text the page says that there is no such puzzle. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page of the web board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The client has the current version of the file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The page, which says that there is no such puzzle. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: components["responses"]["BodyTooLarge"];
        };
    };
    oembed: {
        parameters: {
            query: {
                /** @description The link of a game on this server, `/g/{id}` or `/embed/{id}` with the server's origin before it. */
                url: string;
                /** @description The greatest width of the frame in pixels. */
                maxwidth?: number;
                /** @description The greatest height of the frame in pixels. */
                maxheight?: number;
                format?: "json";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The frame. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Oembed"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            503: components["responses"]["Unavailable"];
        };
    };
}
