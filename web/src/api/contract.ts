// Generated from openapi.yaml by npm run contract.

export interface paths {
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a game */
        post: operations["create_game"];
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
        /** Get a game */
        get: operations["get_game"];
        put?: never;
        post?: never;
        /** Delete a game */
        delete: operations["delete_game"];
        options?: never;
        head?: never;
        patch?: never;
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
        /** Play a move; an engine opponent replies */
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
        /** Take moves back */
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
        /** Resign */
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
        /** Offer, accept or decline a draw */
        post: operations["draw"];
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
         *     request needs the token of the side to move.
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
         * @description Searches every position of the game and rates every move. The time limit applies to each position; the default
         *     is 200 ms. A review runs after searches that a client waits for, and waits when the client's search quota is
         *     used up.
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
        /** Stream the changes of a game */
        get: operations["events"];
        put?: never;
        post?: never;
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
        /** Export the record */
        get: operations["record"];
        put?: never;
        post?: never;
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
        /** Apply the rules to a position */
        post: operations["position"];
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
         *     fields, same limits. Each response reports its own times: a client that joins late has waited only since then.
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
        post: operations["submitAnalysis"];
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
        /** Get a long analysis */
        get: operations["showAnalysis"];
        put?: never;
        post?: never;
        /**
         * Cancel a long analysis
         * @description The best result so far is kept. An analysis that has ended does not change.
         */
        delete: operations["cancelAnalysis"];
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
        /** List rulesets, options, levels and limits */
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
        /** Liveness */
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
        /** Readiness */
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
        /** Metrics in OpenMetrics text */
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
        /** This document */
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
        /** Interactive API documentation */
        get: operations["docs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        /** A file of the documentation page */
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
        /** The web board */
        get: operations["home"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        /** A file of the web board */
        get: operations["asset"];
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
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description What the server expected and what it got. */
            detail: string;
            instance: string;
            /** @enum {string} */
            code: "invalid_request" | "invalid_json" | "unauthorized" | "forbidden" | "not_found" | "game_not_found" | "method_not_allowed" | "request_timeout" | "game_over" | "game_too_long" | "not_your_turn" | "game_changed" | "nothing_to_undo" | "no_draw_offer" | "request_in_flight" | "version_mismatch" | "body_too_large" | "unsupported_media_type" | "illegal_move" | "invalid_position" | "invalid_move_text" | "ambiguous_move" | "idempotency_key_reused" | "rate_limited" | "internal" | "overloaded" | "shutting_down" | "store_unavailable";
            request_id: string;
            errors?: {
                /** @description A JSON Pointer into the body. */
                pointer: string;
                message: string;
            }[];
            /** @enum {string} */
            reason?: "own_piece" | "no_piece" | "not_your_piece" | "piece_cannot_move_so" | "leaves_general_in_check" | "generals_face" | "off_board" | "occupied" | "not_now" | "forbidden_three_three" | "forbidden_four_four" | "forbidden_overline";
            /** @description The moves that an ambiguous text can mean. */
            candidates?: string[];
            /** @description The current version of the game. */
            version?: number;
            /** @description The ply, from 1, of the first wrong move in a list or record. */
            ply?: number;
            /** @description That move as the client sent it. */
            move?: string;
            pointer?: string;
        };
        /** @enum {string} */
        Ruleset: "xiangqi" | "gomoku" | "gomoku_standard" | "renju";
        /**
         * @description `red` and `black` in Xiangqi, `black` and `white` in Gomoku and Renju. The side named first moves first.
         * @enum {string}
         */
        Side: "red" | "black" | "white";
        Options: {
            /**
             * @description `asian`: perpetual check and perpetual chase lose; `checks_only`: only perpetual check loses; `draw`: any
             *     repetition draws. `wxf` is an alias of `asian`; responses say `asian`.
             * @default asian
             * @enum {string}
             */
            repetition?: "asian" | "checks_only" | "draw" | "wxf";
            /**
             * @description The game is drawn after this many plies without a capture; 0 means no limit.
             * @default 120
             */
            no_capture_limit?: number;
            /**
             * @description For `gomoku` and `gomoku_standard`.
             * @default 15
             */
            board_size?: number;
            /**
             * @description The opening rule of Gomoku and Renju; `soosyrv8` and `taraguchi10` are for Renju only. `opening` of the
             *     position and `legal_moves` list the current choices.
             * @default free
             * @enum {string}
             */
            opening?: "free" | "swap2" | "soosyrv8" | "taraguchi10";
            /**
             * @description For `renju`: a black stone on a forbidden point is accepted and loses, instead of being refused.
             * @default false
             */
            forbidden_loses?: boolean;
        };
        /** @description The first limit reached ends the search. */
        Limits: {
            /** @description The default is 1000; the server caps it. */
            time_ms?: number | null;
            depth?: number | null;
            nodes?: number | null;
        };
        Human: {
            /** @constant */
            kind: "human";
        };
        EnginePlayer: {
            /** @constant */
            kind: "engine";
            level?: number | null;
            limits?: components["schemas"]["Limits"] | null;
            lines?: number | null;
            threads?: number | null;
            seed?: number | null;
            isolated?: boolean | null;
            book?: boolean | null;
        };
        Player: components["schemas"]["Human"] | components["schemas"]["EnginePlayer"];
        /** @description Who plays each side. */
        Players: {
            red?: components["schemas"]["Player"];
            black?: components["schemas"]["Player"];
            white?: components["schemas"]["Player"];
        };
        /** @description Who plays each side; the default is human. */
        NewPlayers: {
            red?: components["schemas"]["Player"] | null;
            black?: components["schemas"]["Player"] | null;
            white?: components["schemas"]["Player"] | null;
        };
        OfXiangqi: {
            /** @constant */
            ruleset?: "xiangqi";
            options?: {
                repetition?: unknown;
                no_capture_limit?: unknown;
            };
            players?: {
                red?: unknown;
                black?: unknown;
            };
        };
        OfGomoku: {
            /** @enum {unknown} */
            ruleset?: "gomoku" | "gomoku_standard";
            options?: {
                board_size?: unknown;
                /** @enum {unknown} */
                opening?: "free" | "swap2";
            };
            players?: {
                black?: unknown;
                white?: unknown;
            };
        };
        OfRenju: {
            /** @constant */
            ruleset?: "renju";
            options?: {
                opening?: unknown;
                forbidden_loses?: unknown;
            };
            players?: {
                black?: unknown;
                white?: unknown;
            };
        };
        /** @description Each ruleset has its own options and sides. */
        OfRuleset: unknown;
        /** @description `record` holds the moves and the position itself, so it excludes `fen` and `moves`. */
        NewGame: {
            ruleset: components["schemas"]["Ruleset"];
            options?: components["schemas"]["Options"] | null;
            /** @description The default is the start position. */
            fen?: string | null;
            /** @description Moves played from that position, in any notation. */
            moves?: string[] | null;
            /** @description A PGN-style or plain move list to import, instead of `fen` and `moves`. */
            record?: string | null;
            players?: components["schemas"]["NewPlayers"] | null;
            /**
             * @description Return one secret token per side, once.
             * @default false
             */
            seats?: boolean | null;
        } & (components["schemas"]["OfRuleset"] & ({
            record?: null;
        } | {
            record: string;
            fen?: null;
            moves?: null;
        }));
        PlayMove: {
            /**
             * @description Coordinates, Chinese or WXF; a point or a choice of the opening in Gomoku and Renju.
             * @example h2e2
             * @example 炮二平五
             * @example C2=5
             * @example h8
             * @example swap
             */
            move: string;
            /**
             * @description `false` postpones the engine's reply.
             * @default true
             */
            reply?: boolean | null;
        };
        Undo: {
            /** @default 1 */
            plies?: number | null;
        };
        Resign: {
            side: components["schemas"]["Side"];
        };
        Draw: {
            side: components["schemas"]["Side"];
            /** @enum {string} */
            action: "offer" | "accept" | "decline";
        };
        SearchFields: {
            limits?: components["schemas"]["Limits"] | null;
            /** @description Full strength when absent. */
            level?: number | null;
            /** @default 1 */
            lines?: number | null;
            /**
             * @description The server caps it.
             * @default 1
             */
            threads?: number | null;
            /** @description Search only these moves, if the list is not empty. */
            search_moves?: string[] | null;
            avoid_moves?: string[] | null;
            /** @description Makes every random choice repeatable. */
            seed?: number | null;
            /**
             * @description Use a private table: the same `nodes` and `seed` give the same result everywhere.
             * @default false
             */
            isolated?: boolean | null;
            /**
             * @description `false` disables the opening book.
             * @default true
             */
            book?: boolean | null;
        };
        BestMove: {
            limits?: components["schemas"]["Limits"] | null;
            /** @description Full strength when absent. */
            level?: number | null;
            /** @default 1 */
            lines?: number | null;
            /**
             * @description The server caps it.
             * @default 1
             */
            threads?: number | null;
            /** @description Search only these moves, if the list is not empty. */
            search_moves?: string[] | null;
            avoid_moves?: string[] | null;
            /** @description Makes every random choice repeatable. */
            seed?: number | null;
            /**
             * @description Use a private table: the same `nodes` and `seed` give the same result everywhere.
             * @default false
             */
            isolated?: boolean | null;
            /**
             * @description `false` disables the opening book.
             * @default true
             */
            book?: boolean | null;
            /**
             * @description Also play the move.
             * @default false
             */
            play?: boolean | null;
        };
        PositionRequest: {
            ruleset: components["schemas"]["Ruleset"];
            options?: components["schemas"]["Options"] | null;
            fen?: string | null;
            moves?: string[] | null;
        } & components["schemas"]["OfRuleset"];
        AnalysisRequest: {
            limits?: components["schemas"]["Limits"] | null;
            /** @description Full strength when absent. */
            level?: number | null;
            /** @default 1 */
            lines?: number | null;
            /**
             * @description The server caps it.
             * @default 1
             */
            threads?: number | null;
            /** @description Search only these moves, if the list is not empty. */
            search_moves?: string[] | null;
            avoid_moves?: string[] | null;
            /** @description Makes every random choice repeatable. */
            seed?: number | null;
            /**
             * @description Use a private table: the same `nodes` and `seed` give the same result everywhere.
             * @default false
             */
            isolated?: boolean | null;
            /**
             * @description `false` disables the opening book.
             * @default true
             */
            book?: boolean | null;
            ruleset: components["schemas"]["Ruleset"];
            options?: components["schemas"]["Options"] | null;
            fen?: string | null;
            moves?: string[] | null;
        } & components["schemas"]["OfRuleset"];
        MoveText: {
            move: string;
            chinese: string | null;
            wxf: string | null;
            /** @enum {string} */
            by?: "human" | "engine";
            /** Format: date-time */
            at?: string;
        };
        /** @description How the rules judge a repetition, and why. */
        Verdict: {
            /** @description The side at fault; null in a draw. */
            side: string | null;
            /** @enum {string} */
            kind: "perpetual_check" | "perpetual_chase" | "mutual_check" | "mutual_chase" | "allowed";
            cycle: string[];
            chased: string | null;
            rule: string;
        };
        /** @description A move that would end the game by repetition, or what is odd about the position. */
        Warning: {
            /**
             * @description `composed_position`: no game can reach the position, for example because of a sixth soldier. It is played and
             *     searched all the same.
             * @enum {string}
             */
            code: "perpetual_check" | "perpetual_chase" | "repetition_draw" | "composed_position";
            /**
             * @description The side that would lose, or the side to move; null if the warning is about the position.
             * @enum {string|null}
             */
            side: "red" | "black" | "white" | null;
            /** @description The move; null if the warning is about the position. */
            move: string | null;
            detail: string;
        };
        Forbidden: {
            point: string;
            /** @enum {string} */
            kind: "three_three" | "four_four" | "overline";
        };
        Opening: {
            /** @enum {string} */
            name: "free" | "swap2" | "soosyrv8" | "taraguchi10";
            /**
             * @description `play`: the opening is over; the sides move in turn. `put`: `turn` puts a stone of the color `stone`. `choose`:
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
        /** @description A position as the rules see it. */
        Position: {
            ruleset: components["schemas"]["Ruleset"];
            options: components["schemas"]["Options"];
            start_fen: string;
            fen: string;
            turn: components["schemas"]["Side"];
            ply: number;
            in_check: boolean;
            /** @enum {string} */
            status: "playing" | "won" | "drawn";
            /** @enum {string|null} */
            winner: "red" | "black" | "white" | null;
            /** @enum {string|null} */
            reason: "checkmate" | "stalemate" | "perpetual_check" | "perpetual_chase" | "resignation" | "agreement" | "repetition" | "no_capture_limit" | "insufficient_material" | "five_in_a_row" | "forbidden_move" | "board_full" | null;
            verdict: components["schemas"]["Verdict"] | null;
            moves: components["schemas"]["MoveText"][];
            /** @description Complete while `status` is `playing`; with `notation=all` each move in every notation. */
            legal_moves: (string | components["schemas"]["MoveText"])[];
            forbidden: components["schemas"]["Forbidden"][];
            /** @description Moves that would end the game by repetition, and what is odd about the position. */
            warnings: components["schemas"]["Warning"][];
            /** @description The state of the opening in Gomoku and Renju; null in Xiangqi. */
            opening: components["schemas"]["Opening"] | null;
        };
        /** @description A `Position` with an id, players and a version. */
        Game: {
            ruleset: components["schemas"]["Ruleset"];
            options: components["schemas"]["Options"];
            start_fen: string;
            fen: string;
            turn: components["schemas"]["Side"];
            ply: number;
            in_check: boolean;
            /** @enum {string} */
            status: "playing" | "won" | "drawn";
            /** @enum {string|null} */
            winner: "red" | "black" | "white" | null;
            /** @enum {string|null} */
            reason: "checkmate" | "stalemate" | "perpetual_check" | "perpetual_chase" | "resignation" | "agreement" | "repetition" | "no_capture_limit" | "insufficient_material" | "five_in_a_row" | "forbidden_move" | "board_full" | null;
            verdict: components["schemas"]["Verdict"] | null;
            moves: components["schemas"]["MoveText"][];
            /** @description Complete while `status` is `playing`; with `notation=all` each move in every notation. */
            legal_moves: (string | components["schemas"]["MoveText"])[];
            forbidden: components["schemas"]["Forbidden"][];
            /** @description Moves that would end the game by repetition, and what is odd about the position. */
            warnings: components["schemas"]["Warning"][];
            /** @description The state of the opening in Gomoku and Renju; null in Xiangqi. */
            opening: components["schemas"]["Opening"] | null;
            /** Format: uuid */
            id: string;
            version: number;
            players: components["schemas"]["Players"];
            /** @description Whether acting needs a token. The response that creates a game with `seats` contains the tokens themselves, once. */
            seats?: boolean | {
                red?: string;
                black?: string;
                white?: string;
            };
            /** @description The side whose draw offer is open. */
            draw_offer?: string | null;
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
        /** @description For the side to move. */
        Score: {
            /** @description Hundredths of a soldier in Xiangqi. In Gomoku and Renju a similar unit: at 240 a side wins e times as often as it loses. */
            cp: number;
        } | {
            /** @description In moves of that side; negative if that side is mated. */
            mate: number;
        };
        Line: {
            pv: string[];
            score: components["schemas"]["Score"];
            /** @enum {string} */
            bound: "exact" | "lower" | "upper";
            depth: number;
            seldepth: number;
            nodes: number;
        };
        Search: {
            best_move: string;
            ponder: string | null;
            chinese: string | null;
            wxf: string | null;
            /** @enum {string} */
            source: "search" | "book" | "forced" | "threats";
            score: components["schemas"]["Score"];
            win_rate: number;
            depth: number;
            seldepth: number;
            nodes: number;
            nps: number;
            time_ms: number;
            queued_ms: number;
            hash_hit_rate: number;
            hash_full: number;
            engine: string;
            pv: string[];
            lines: components["schemas"]["Line"][];
        };
        /** @description A long analysis. */
        Analysis: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "cancelled" | "failed";
            request: components["schemas"]["AnalysisRequest"];
            /** @description The best result so far, also of a running or cancelled analysis. */
            result: components["schemas"]["Search"] | null;
            /** @description Why the analysis failed. */
            problem: components["schemas"]["Problem"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Played: {
            game: components["schemas"]["Game"];
            reply: components["schemas"]["Search"] | null;
        };
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
            loss: number;
            /** @enum {string} */
            label: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
        };
        /** @description The data of a review's `result` event; accuracy in percent. */
        ReviewResult: {
            plies: number;
            accuracy: {
                red?: number | null;
                black?: number | null;
                white?: number | null;
            };
        };
        /** @description The data of the last event of every stream. */
        End: {
            /** @enum {string} */
            reason: "game_over" | "deleted" | "shutdown" | "done";
        };
        /** @description One event of a stream. Ids increase. */
        StreamEvent: {
            id: number;
            /** @enum {string} */
            event: "game" | "thinking" | "info" | "ply" | "result" | "error" | "end";
            data: components["schemas"]["Game"] | components["schemas"]["Search"] | components["schemas"]["Ply"] | components["schemas"]["ReviewResult"] | components["schemas"]["Problem"] | components["schemas"]["End"];
        };
        /** @description One event of a stream in the server-sent events format. The fields are those of `StreamEvent`. */
        ServerSentEvent: {
            id: string;
            /** @enum {string} */
            event: "game" | "thinking" | "info" | "ply" | "result" | "error" | "end";
            data: string;
        };
        Health: {
            /** @enum {string} */
            status: "ok" | "ready";
        };
        Rulesets: {
            rulesets: {
                ruleset: components["schemas"]["Ruleset"];
                sides: string[];
                start_fen: string;
                options: Record<string, never>;
                /** @description The levels of the engine in this game, weakest first. */
                levels: {
                    level: number;
                    /**
                     * @description Whom the level suits.
                     * @enum {string}
                     */
                    group: "new" | "beginner" | "casual" | "club" | "strong" | "master" | "engine";
                    /** @description The strength on this game's own ladder, measured by matches of the levels against each other. Level 1 has 400 by definition. Figures of different games are not comparable. */
                    elo: number;
                }[];
            }[];
            levels: {
                min: number;
                max: number;
            };
            /** @description The limits in force. For quotas, 0 means no limit. */
            limits: Record<string, never>;
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
        /** @description `unauthorized`. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`. */
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
        /** @description `game_over`, `game_too_long`, `not_your_turn`, `game_changed`, `nothing_to_undo`, `no_draw_offer`, `request_in_flight`. */
        Conflict: {
            headers: {
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
        /** @description `illegal_move` with `reason`, `invalid_position`, `invalid_move_text`, `ambiguous_move`, `idempotency_key_reused`. */
        Unprocessable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: the client's quota of requests, search time or streams is used up. */
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
        /** @description For a stream: the last `id` that the client received. The stream continues with greater ids. */
        LastEventId: string;
        /**
         * @description `wait=10`: respond when the analysis has ended, after 10 seconds at the latest. The maximum is 60 (RFC 7240).
         * @example wait=10
         */
        Prefer: string;
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
         *     assigns the same version again.
         */
        ETag: string;
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
         * @description The limits: quota `q` in a window of `w` seconds. `requests` counts requests; `search` counts milliseconds of
         *     search, summed over threads. A search is charged its full budget when it is admitted; what it did not use is
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
    get_game: {
        parameters: {
            query?: {
                /** @description With `all`, each legal move is an object `{move, chinese, wxf}`. */
                notation?: components["parameters"]["Notation"];
            };
            header?: {
                /** @description Respond with 304 if the game still has this `ETag`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
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
                "application/json": components["schemas"]["SearchFields"];
            };
        };
        responses: {
            /** @description One `ply` event per move, then `result`, then `end`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ServerSentEvent"];
                    "application/x-ndjson": string;
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
            query?: never;
            header?: {
                /** @description The last `id` that the client received. The first event is always the whole state, with a greater `id`. */
                "Last-Event-ID"?: string;
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
                    "text/event-stream": components["schemas"]["ServerSentEvent"];
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["GameNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    record: {
        parameters: {
            query?: {
                format?: "json" | "pgn" | "text" | "svg";
            };
            header?: {
                /** @description Respond with 304 if the game still has this `ETag`. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["GameId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                    "application/x-chess-pgn": string;
                    "text/plain": string;
                    "image/svg+xml": string;
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
    position: {
        parameters: {
            query?: {
                /** @description With `all`, each legal move is an object `{move, chinese, wxf}`. */
                notation?: components["parameters"]["Notation"];
            };
            header?: {
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                "application/json": components["schemas"]["PositionRequest"];
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
    analyse: {
        parameters: {
            query?: never;
            header?: {
                /** @description For a stream: the last `id` that the client received. The stream continues with greater ids. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
                /**
                 * @description The same key and body returns the first response again. Use a UUID. Keys of fewer than 16 characters are accepted
                 *     only from callers with an API key or with a seat token of the game.
                 * @example 0f8fad5b-d9cb-469f-a165-70867728950e
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
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
                "application/json": components["schemas"]["AnalysisRequest"];
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
                    "text/event-stream": components["schemas"]["ServerSentEvent"];
                    "application/x-ndjson": string;
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
    submitAnalysis: {
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
                "application/json": components["schemas"]["AnalysisRequest"];
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
    showAnalysis: {
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
            /** @description The current state of the analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelAnalysis: {
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
            /** @description The current state of the analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Analysis"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    rulesets: {
        parameters: {
            query?: never;
            header?: never;
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
                    "application/json": components["schemas"]["Health"];
                };
            };
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
                    "application/openmetrics-text": string;
                };
            };
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
                    "application/yaml": Record<string, never>;
                };
            };
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
        };
    };
    docs_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
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
        };
    };
    asset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. Its name changes with its content. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/css": string;
                    "text/javascript": string;
                    "font/woff2": string;
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
}
