/**
 * Made by `npm run contract` from the OpenAPI document of the server: do not edit.
 */

export interface paths {
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The games that are served */
        get: operations["games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One game */
        get: operations["game"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many positions are stored, level by level */
        get: operations["levels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/line": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The line of best play from a position
         * @description Both sides play best moves, as far as they are known: canonical ones where they are stored, or
         *     with `canonical=true`. A search may begin with another best move than the canonical one of
         *     `position`.
         */
        get: operations["variation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The move that the program plays
         * @description The move that `solveig play` would make: a best one where it is stored or found in time, of
         *     equal ones that which wins soonest or loses latest. Where nothing is proved of any move it is an
         *     estimate, and says so in `estimate`.
         */
        get: operations["chosen_move"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A position
         * @description Moves come best first, each with its value for the side that plays it. Unknown values are
         *     `null`; `status` states how much is known, `source` how.
         */
        get: operations["position"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Many positions
         * @description Answers come in the order of the positions, one for each. The answer to a position that cannot
         *     be read, or for which the time of the request did not suffice, is an error. All searches
         *     together have the search time of one request; after it, the remaining positions are looked up
         *     without search, with `interrupted` set. A request with `accept: text/csv` is answered with CSV:
         *     a header, and a row for each position.
         */
        post: operations["positions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why a position has its value
         * @description Shows for every move why it is no better than the best one: its value or a bound, and the
         *     answer to it. A `verdict` follows from stored values, searches and the certificate. Here
         *     `search=short` is `above-cut`.
         */
        get: operations["proof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/random": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A random stored position
         * @description All stored positions are equally likely.
         */
        get: operations["random"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Where a play lost value
         * @description For every move of a play: what is known before and after it, the best move, and the loss.
         */
        post: operations["review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The start of the game */
        get: operations["start"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the server is
         * @description It answers as long as it runs, whether it takes questions or not.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the server takes questions
         * @description It does not while it checks its files at the start, and when it is about to stop.
         */
        get: operations["ready"];
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
         * A record of a game
         * @description The text is a board, moves, or both; or SGF, GGF or OBF where the game has them. Moves need not
         *     be legal, but have to lead to the boards that the record states.
         */
        post: operations["record"];
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
        /** @description The answers to a batch. */
        Answers: {
            /** @description An answer for each position, in the order of the batch. */
            positions: components["schemas"]["BatchAnswer"][];
        };
        /**
         * @description The areas by which a finished game of Go is scored: a side's stones, and the empty points that
         *     only they enclose.
         */
        Areas: {
            /**
             * Format: int32
             * @description The points of the side that moves first.
             */
            first: number;
            /** @description Whose each cell is, in the order of `cells`: `X`, `O`, or `-` for a point of neither side. */
            owners: string;
            /**
             * Format: int32
             * @description The points of the other side.
             */
            second: number;
        };
        /** @description The file of a solution. */
        ArtifactFile: {
            /**
             * Format: int64
             * @description Its size.
             */
            bytes: number;
            certificate: components["schemas"]["CertificateFile"] | null;
            /** @description What was checked before the first answer. */
            check: components["schemas"]["CheckScope"];
            /**
             * Format: int32
             * @description The greatest level at which positions are stored; `null` where all levels are.
             */
            cut: number | null;
            /** @description The BLAKE3 digest of its content, in hexadecimal. */
            digest: string;
            /** @description Its name, without folders. */
            file: string;
            /**
             * Format: int64
             * @description How many positions are stored.
             */
            positions: number;
            /**
             * Format: int32
             * @description The value of the start for the side that moves first.
             */
            root_value: number;
            /** @description What is solved: `weak`, `semi-strong` or `strong`. */
            scope: string;
            /** @description Whether symmetric positions are stored once. */
            symmetry: boolean;
        };
        /** @description How many positions of one level are stored. */
        ArtifactLevel: {
            /**
             * Format: int64
             * @description Positions with both roles.
             */
            both: number;
            /**
             * Format: int64
             * @description Positions with the role `free` only: the other side plays canonical moves, the side to move
             *     any moves.
             */
            free: number;
            /**
             * Format: int32
             * @description The level.
             */
            level: number;
            /**
             * Format: int64
             * @description Positions with the role `optimal` only: the side to move plays canonical moves, the other
             *     side any moves.
             */
            optimal: number;
            /**
             * Format: int64
             * @description Positions stored.
             */
            positions: number;
            /**
             * Format: int64
             * @description Finished games of the region, which are not stored.
             */
            terminals: number;
        };
        /** @description A position without values. */
        BarePosition: components["schemas"]["GameState"] & {
            /** @description The legal moves, in the game's tie-break order. */
            moves: components["schemas"]["LegalMove"][];
        };
        /** @description Many positions of one game. */
        Batch: {
            /** @description Whether best moves that are searched must be the canonical ones. */
            canonical?: boolean;
            /** @description The positions. */
            positions: components["schemas"]["Item"][];
            /**
             * @description Which positions may be searched if they are not stored.
             * @default short
             */
            search: components["schemas"]["SearchScope"];
            /**
             * @description Whether each answer has the value of the position and a best move alone, in at most 200
             *     bytes: searches then do without the values of the other moves.
             */
            values_only?: boolean;
        };
        /** @description An answer for one position of a batch. */
        BatchAnswer: components["schemas"]["Position"] | components["schemas"]["ValueAnswer"] | components["schemas"]["FailureBody"];
        /**
         * @description The outcome of best play for one side.
         * @enum {string}
         */
        Category: "win" | "draw" | "loss" | "unknown";
        /**
         * @description What a certificate states of a move. It was checked if `check` of the game's artifact is
         *     `solution`.
         */
        CertificateBound: {
            /**
             * Format: int32
             * @description Upper bound on the value for the side that plays the move.
             */
            at_most: number;
            /** @description The other side's answer that refutes more. */
            reply: string;
        };
        /** @description The file of a certificate. */
        CertificateFile: {
            /**
             * Format: int64
             * @description Its size.
             */
            bytes: number;
            /**
             * Format: int32
             * @description The greatest level at which positions are stored; `null` where all levels are.
             */
            cut: number | null;
            /** @description The BLAKE3 digest of its content, in hexadecimal. */
            digest: string;
            /** @description Its name, without folders. */
            file: string;
            /**
             * Format: int64
             * @description How many positions are stored.
             */
            positions: number;
        };
        /**
         * @description What was checked of an artifact, and of its certificate if one was given.
         * @enum {string}
         */
        CheckScope: "nothing" | "bytes" | "solution";
        /** @description The move that the program plays in a position. */
        Choice: {
            chosen_move: components["schemas"]["ChosenMove"] | null;
            /** @description The board that the moves were played from; `-` is the start. */
            from: string;
            /** @description The name of the game in paths. */
            game: string;
            /**
             * @description Whether the search was interrupted before a best move was found, so that a longer one may
             *     find one.
             */
            interrupted: boolean;
            /** @description The moves played from there, forced passes included. */
            moves_played: string[];
        };
        /** @description A move that the program plays, and what is known of it. */
        ChosenMove: components["schemas"]["LegalMove"] & components["schemas"]["SideValue"] & {
            /** @description Whether `ground` is `estimate`. */
            estimate: boolean;
            /** @description How it was chosen. */
            ground: components["schemas"]["Grounds"];
            /**
             * Format: int32
             * @description With `keeps` as the ground, the least value that the side which plays it reaches.
             */
            keeps: number | null;
            /** @description What a person should know of how it was found. */
            note: string | null;
        };
        /** @description Why there is no answer. */
        Failure: {
            /**
             * @description What is wrong, for programs: `bad_position`, `bad_query`, `bad_json`, `bad_body`,
             *     `bad_request`, `no_such_game`, `no_artifact`, `other_artifact`, `not_found`,
             *     `method_not_allowed`, `too_large`, `not_json`, `busy`, `timeout`, `not_ready` or `internal`.
             * @example bad_position
             */
            code: string;
            /** @description What is wrong and where, and what was expected, for people. */
            message: string;
        };
        /** @description The body of every answer that is an error. */
        FailureBody: {
            /** @description Why there is no answer. */
            error: components["schemas"]["Failure"];
        };
        /**
         * @description Kinds of games.
         * @enum {string}
         */
        Family: "othello" | "connect-four" | "mnk" | "go" | "hex" | "edges" | "points" | "track" | "tree" | "plain";
        /**
         * @description A move that is illegal only because it would repeat an earlier position: what the rule of
         *     ko forbids in Go.
         */
        ForbiddenMove: {
            /**
             * Format: int32
             * @description The index in `cells` of the cell where its stone would land.
             */
            cell: number | null;
            /** @description Its name. */
            move: string;
            /**
             * Format: int32
             * @description After how many of the moves played the position that it would repeat last occurred; 0 for
             *     that before the first; `null` if it came before that.
             */
            repeats: number | null;
        };
        /** @description A game that is served. */
        Game: {
            artifact: components["schemas"]["ArtifactFile"] | null;
            /**
             * @description The colours of the sides as in CSS, if it states them.
             * @example [
             *       "#1b9e77",
             *       "#d95f02"
             *     ]
             */
            colours: [
                string,
                string
            ] | null;
            /** @description The names of the columns, from the left. */
            column_names: string[];
            /**
             * Format: int32
             * @description Columns of the board; 0 for trees.
             */
            columns: number;
            /** @description Whether a play can be drawn. */
            draws: boolean;
            /** @description What kind of game it is. */
            family: components["schemas"]["Family"];
            /** @description Whether the row named first is drawn at the top. */
            first_row_at_top: boolean;
            /**
             * @description Its name in paths.
             * @example connect-four-6x5
             */
            game: string;
            /**
             * Format: int32
             * @description The greatest value a position can have.
             */
            greatest_value: number;
            /**
             * Format: int32
             * @description The least value a position can have.
             */
            least_value: number;
            player: components["schemas"]["PlayerFile"] | null;
            proof: components["schemas"]["ProofFile"] | null;
            /** @description The names of the rows, in the order of `cells` in positions. */
            row_names: string[];
            /**
             * Format: int32
             * @description Rows of the board; 0 for trees.
             */
            rows: number;
            /** @description Its rules in a sentence; `null` for built-in games. */
            rules: string | null;
            /** @description The names of the two sides, the one that moves first before the other. */
            sides: [
                string,
                string
            ];
            /**
             * @description Its spec; of a tree with the name of its file alone.
             * @example connect-four:6x5
             */
            spec: string;
            /** @description Its title; `null` for built-in games. */
            title: string | null;
        };
        /** @description The games that are served. */
        GameList: {
            /** @description The games, in the order in which they were named to the server. */
            games: components["schemas"]["Game"][];
        };
        /** @description A record of a game. */
        GameRecord: {
            /**
             * @description The format: `sgf`, `ggf`, `obf`, or `moves` for a board and moves.
             * @example sgf
             */
            format: string;
            /** @description The board before the first move; `-` is the start. */
            from: string;
            /** @description The moves by their names; `swap` where the players of Hex exchange colours. */
            moves: string[];
            /** @description What was left out or assumed, in sentences. */
            notes: string[];
        };
        /** @description A position by the rules alone. */
        GameState: {
            areas: components["schemas"]["Areas"] | null;
            /** @description The position as a board, in the notation of `from`. */
            board: string;
            /** @description The board drawn as text of several lines, also for games without `cells`. */
            board_text: string;
            /**
             * @description One character per cell, row by row in the order of `row_names`, from the left: `X` for the
             *     first side, `O` for the second, `#` for one taken by neither, `-` for an empty cell. On a
             *     track also counts: `1` to `9`, and `a` to `z` for 10 to 35. Empty for games without such
             *     cells.
             */
            cells: string;
            /** @description The moves that only the rule of ko forbids, in tie-break order; none in other games than Go. */
            forbidden: components["schemas"]["ForbiddenMove"][];
            /** @description The board that the moves were played from; `-` is the start. */
            from: string;
            /** @description The name of the game in paths. */
            game: string;
            /**
             * Format: int32
             * @description The position's level, which rises with every move: on most boards the number of stones.
             */
            level: number;
            /** @description The moves played from there, forced passes included. */
            moves_played: string[];
            /** @description Whether the game is over. */
            over: boolean;
            /** @description The side to move. */
            to_move: components["schemas"]["Side"];
        };
        /**
         * @description How the program chose its move.
         * @enum {string}
         */
        Grounds: "best" | "keeps" | "forced" | "wins" | "estimate";
        /** @description State of the server. */
        Health: {
            /** @description How many games it serves; none until its files are checked. */
            games: number;
            /**
             * @description `ok`.
             * @example ok
             */
            status: string;
            /**
             * Format: int64
             * @description Seconds since the server was started.
             */
            uptime_seconds: number;
            /** @description The server's version. */
            version: string;
        };
        /** @description A position in a batch. */
        Item: {
            /**
             * @description A board; `-`, or nothing, is the start.
             * @default -
             */
            from: string;
            /**
             * @description Moves played from there, with or without spaces between them.
             * @default
             */
            moves: string;
        };
        /** @description What is known of a value. The containing object states for which side. */
        KnownValue: {
            /**
             * Format: int32
             * @description Lower bound on the value; `null` where the exact value is known.
             */
            at_least: number | null;
            /**
             * Format: int32
             * @description Upper bound on the value; `null` where the exact value is known.
             */
            at_most: number | null;
            /**
             * Format: int32
             * @description A guess at the value by a look-ahead of some moves, which proves nothing. It is given where
             *     a search did not find the value, and the game has an evaluation of positions.
             */
            estimated_value?: number | null;
            /**
             * Format: int32
             * @description Plies to the end of the game: 0 if it is over; else where the value determines it, a file by
             *     score has it, or a short search finds it.
             */
            plies: number | null;
            source: components["schemas"]["Source"] | null;
            /** @description How much is known. */
            status: components["schemas"]["Status"];
            /**
             * Format: int32
             * @description The value, if it is known exactly.
             */
            value: number | null;
        };
        /** @description A legal move. */
        LegalMove: {
            /**
             * Format: int32
             * @description The index in `cells` of the cell where its stone lands.
             */
            cell: number | null;
            /** @description Its name. */
            move: string;
            /** @description Whether it is a pass. */
            pass: boolean;
        };
        /** @description The number of positions that an artifact stores, by level. */
        LevelList: {
            /** @description The levels, least first. */
            levels: components["schemas"]["ArtifactLevel"][];
        };
        /** @description What each side lost. */
        Losses: {
            /**
             * Format: int32
             * @description The side that moves first.
             */
            first: number;
            /**
             * Format: int32
             * @description The side that moves second.
             */
            second: number;
        };
        /** @description A legal move, and what is known of its value for the side that plays it. */
        MoveAnswer: components["schemas"]["LegalMove"] & components["schemas"]["SideValue"];
        /** @description A play to review. */
        Play: {
            /** @description Whether best moves that are searched must be the canonical ones. */
            canonical?: boolean;
            /**
             * @description The board where it began; `-`, or nothing, is the start.
             * @default -
             */
            from: string;
            /** @description Its moves, with or without spaces between them. */
            moves: string;
            /**
             * @description Which positions may be searched if they are not stored.
             * @default short
             */
            search: components["schemas"]["SearchScope"];
        };
        /** @description The table of a player that keeps what it promises, for both sides, from its start on. */
        PlayerFile: {
            /**
             * Format: int32
             * @description What that side reaches at least.
             */
            at_least: number;
            /**
             * Format: int32
             * @description What it reaches at most against the player.
             */
            at_most: number;
            /** @description Its name, without folders. */
            file: string;
            /**
             * Format: int64
             * @description How many results of others it rests on, which were not checked; `null` if its own campaign
             *     proved the bounds.
             */
            foreign_results: number | null;
            /** @description The board or the moves from which it promises; `-` is the start of the game. */
            from: string;
            /** @description The side to move there, for which the bounds are. */
            to_move: components["schemas"]["Side"];
        };
        /** @description A position, and what is known of it and of its moves. */
        Position: components["schemas"]["GameState"] & components["schemas"]["SideValue"] & {
            /**
             * @description A best move, the canonical one if it is stored; where a bound alone is known, a move that
             *     keeps it.
             */
            best_move: string | null;
            /**
             * @description If no best move is known and the game is not over: the move of the highest estimate, else
             *     the first of the heuristic order. It proves nothing.
             */
            guess: string | null;
            /** @description Whether the search was interrupted by its limits, so that a longer one may find more. */
            interrupted: boolean;
            /** @description The legal moves, best first, those of unknown value last. */
            moves: components["schemas"]["MoveAnswer"][];
        };
        /** @description Proof of a position's value, one move deep. */
        Proof: {
            /**
             * @description Its node kind: `P`, `A'` or `P'` in scopes semi-strong and strong; `P`, `C` or `A` in scope
             *     weak and in a proof; `null` if it is not stored.
             */
            kind: string | null;
            /** @description Every move with its refutation, best first. */
            moves: components["schemas"]["Refutation"][];
            /** @description The position. */
            position: components["schemas"]["Position"];
        };
        /**
         * @description The file of a proof. The checker, which shares no code with the solver, confirmed it before the
         *     first answer.
         */
        ProofFile: {
            /**
             * Format: int64
             * @description How many answers about positions are kept; in Go a position may have several, for different
             *     histories.
             */
            answers: number;
            /**
             * Format: int32
             * @description The lower bound that it proves of its position.
             */
            at_least: number | null;
            /**
             * Format: int32
             * @description The upper bound that it proves.
             */
            at_most: number | null;
            /**
             * Format: int64
             * @description Its size.
             */
            bytes: number;
            /** @description The BLAKE3 digest of its content, in hexadecimal. */
            digest: string;
            /** @description Its name, without folders. */
            file: string;
            /** @description The board from which play to its position starts; `-` is the start of the game. */
            from: string;
            /** @description Whether the rules of the check were written independently of the solver's. */
            independent: boolean;
            /** @description The moves from there to its position. */
            moves: string[];
            /**
             * Format: int64
             * @description How many nodes the checker walked.
             */
            nodes: number;
            /** @description The side to move in its position, for which the bounds are. */
            to_move: components["schemas"]["Side"];
            /**
             * Format: int64
             * @description How many moves of the winner the file holds.
             */
            winning_moves: number;
        };
        /** @description The server takes questions. */
        Readiness: {
            /**
             * @description `ready`.
             * @example ready
             */
            status: string;
        };
        /** @description A text that is to be read as a record of a game. */
        RecordText: {
            /** @description The game's name, as in the list of games. */
            game: string;
            /** @description A board, moves, or both; or a record in SGF, GGF or OBF. */
            text: string;
        };
        /** @description A move, and the other side's answer to it. */
        Refutation: components["schemas"]["LegalMove"] & components["schemas"]["SideValue"] & {
            certificate: components["schemas"]["CertificateBound"] | null;
            /** @description The other side's best answer. */
            reply: string | null;
            /** @description How the move compares. */
            verdict: components["schemas"]["Verdict"];
        };
        /** @description A play, and what each of its moves was worth. */
        Review: {
            /** @description Whether the search was interrupted by its limits, so that a longer one may find more. */
            interrupted: boolean;
            /** @description What both sides are proved to have lost by all their moves: the sums of `loss_at_least`. */
            losses: components["schemas"]["Losses"];
            /** @description Its moves. */
            moves: components["schemas"]["ReviewedMove"][];
            /** @description The position in which it ended. */
            position: components["schemas"]["BarePosition"];
        };
        /** @description A move of a play. Values are for the side that played it. */
        ReviewedMove: {
            /** @description What is known of the position after it. */
            after: components["schemas"]["KnownValue"];
            /** @description What is known of the position before it. */
            before: components["schemas"]["KnownValue"];
            /** @description The best move of the position before it, or the file's where the search for it ended early. */
            best: string | null;
            /** @description Whether it was the only legal move. */
            forced: boolean;
            /**
             * Format: int32
             * @description How much value it lost; `null` if that is not known exactly.
             */
            loss: number | null;
            /**
             * Format: int32
             * @description How much value it is proved to have lost: `loss` if that is known, and otherwise the least
             *     that the bounds before and after it allow.
             */
            loss_at_least: number;
            /** @description The move. */
            move: string;
            /**
             * Format: int32
             * @description Its number, from 1.
             */
            ply: number;
            /** @description The side that played it. */
            side: components["schemas"]["Side"];
        };
        /**
         * @description Which positions may be searched if they are not stored.
         * @enum {string}
         */
        SearchScope: "never" | "above-cut" | "short" | "anywhere";
        /**
         * @description One of the two sides. The first is the one that moves first in a play from the start.
         * @enum {string}
         */
        Side: "first" | "second";
        /** @description What is known of the value of a position or a move. */
        SideValue: components["schemas"]["KnownValue"] & {
            /** @description Whether that side wins, as far as value and bounds tell. */
            category: components["schemas"]["Category"];
            /** @description The side that values are for: the side to move, or the side that plays the move. */
            view: components["schemas"]["Side"];
        };
        /**
         * @description The source of a value or bound.
         * @enum {string}
         */
        Source: "certified" | "searched" | "terminal" | "derived";
        /**
         * @description How much is known of a value.
         * @enum {string}
         */
        Status: "exact" | "bound" | "outside" | "unknown";
        /**
         * @description How the program chooses among moves of equal value.
         * @enum {string}
         */
        Style: "lasting" | "canonical";
        /** @description The value of a position for its side to move, and a best move. */
        ValueAnswer: components["schemas"]["KnownValue"] & {
            /**
             * @description A best move, the canonical one if it is stored; where a bound alone is known, a move that
             *     keeps it.
             */
            best_move: string | null;
            /** @description Whether the search was interrupted by its limits, so that a longer one may find more. */
            interrupted: boolean;
        };
        /** @description A line of best moves. */
        Variation: {
            /** @description Whether the search was interrupted by its limits, so that a longer one may find more. */
            interrupted: boolean;
            /** @description The moves, as far as they are known. */
            moves: string[];
        };
        /**
         * @description How a move compares with the best.
         * @enum {string}
         */
        Verdict: "best" | "equal" | "no-better" | "worse" | "unknown";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Answers = components['schemas']['Answers'];
export type Areas = components['schemas']['Areas'];
export type ArtifactFile = components['schemas']['ArtifactFile'];
export type ArtifactLevel = components['schemas']['ArtifactLevel'];
export type BarePosition = components['schemas']['BarePosition'];
export type Batch = components['schemas']['Batch'];
export type BatchAnswer = components['schemas']['BatchAnswer'];
export type Category = components['schemas']['Category'];
export type CertificateBound = components['schemas']['CertificateBound'];
export type CertificateFile = components['schemas']['CertificateFile'];
export type CheckScope = components['schemas']['CheckScope'];
export type Choice = components['schemas']['Choice'];
export type ChosenMove = components['schemas']['ChosenMove'];
export type Failure = components['schemas']['Failure'];
export type FailureBody = components['schemas']['FailureBody'];
export type Family = components['schemas']['Family'];
export type ForbiddenMove = components['schemas']['ForbiddenMove'];
export type Game = components['schemas']['Game'];
export type GameList = components['schemas']['GameList'];
export type GameRecord = components['schemas']['GameRecord'];
export type GameState = components['schemas']['GameState'];
export type Grounds = components['schemas']['Grounds'];
export type Health = components['schemas']['Health'];
export type Item = components['schemas']['Item'];
export type KnownValue = components['schemas']['KnownValue'];
export type LegalMove = components['schemas']['LegalMove'];
export type LevelList = components['schemas']['LevelList'];
export type Losses = components['schemas']['Losses'];
export type MoveAnswer = components['schemas']['MoveAnswer'];
export type Play = components['schemas']['Play'];
export type PlayerFile = components['schemas']['PlayerFile'];
export type Position = components['schemas']['Position'];
export type Proof = components['schemas']['Proof'];
export type ProofFile = components['schemas']['ProofFile'];
export type Readiness = components['schemas']['Readiness'];
export type RecordText = components['schemas']['RecordText'];
export type Refutation = components['schemas']['Refutation'];
export type Review = components['schemas']['Review'];
export type ReviewedMove = components['schemas']['ReviewedMove'];
export type SearchScope = components['schemas']['SearchScope'];
export type Side = components['schemas']['Side'];
export type SideValue = components['schemas']['SideValue'];
export type Source = components['schemas']['Source'];
export type Status = components['schemas']['Status'];
export type Style = components['schemas']['Style'];
export type ValueAnswer = components['schemas']['ValueAnswer'];
export type Variation = components['schemas']['Variation'];
export type Verdict = components['schemas']['Verdict'];
export type $defs = Record<string, never>;
export interface operations {
    games: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All games */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameList"];
                };
            };
            /** @description Bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Game"];
                };
            };
            /** @description Bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    levels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The levels of the artifact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LevelList"];
                };
            };
            /** @description Bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game, or no artifact */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    variation: {
        parameters: {
            query?: {
                /** @description A board; `-`, or nothing, is the start. */
                from?: string;
                /** @description Moves played from there, with or without spaces between them. */
                moves?: string;
                /** @description Which positions may be searched if they are not stored. */
                search?: components["schemas"]["SearchScope"];
                /**
                 * @description Whether best moves that are searched must be the canonical ones: the first of the optimal
                 *     moves in the game's tie-break order, on the board that represents the symmetry class. Those
                 *     that are stored always are; a search for one may take much longer than for any best move.
                 */
                canonical?: boolean;
                /**
                 * @description The digest of the artifact that must answer. The answer then never changes, and caches may
                 *     keep it for a year.
                 */
                artifact?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variation"];
                };
            };
            /** @description A board or move that cannot be read, or a bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The board or the moves are too long */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Busy, or too slow */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    chosen_move: {
        parameters: {
            query?: {
                /** @description A board; `-`, or nothing, is the start. */
                from?: string;
                /** @description Moves played from there, with or without spaces between them. */
                moves?: string;
                /**
                 * @description Which positions may be searched if they are not stored. With `never`, moves of equal value
                 *     are not compared.
                 */
                search?: components["schemas"]["SearchScope"];
                /** @description How the program chooses among moves of equal value. */
                style?: components["schemas"]["Style"];
                /**
                 * @description The digest of the artifact that must answer. In the style `canonical` the answer then never
                 *     changes, and caches may keep it for a year.
                 */
                artifact?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The move */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Choice"];
                };
            };
            /** @description A board or move that cannot be read, or a bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The board or the moves are too long */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Busy, or too slow */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    position: {
        parameters: {
            query?: {
                /** @description A board; `-`, or nothing, is the start. */
                from?: string;
                /** @description Moves played from there, with or without spaces between them. */
                moves?: string;
                /** @description Which positions may be searched if they are not stored. */
                search?: components["schemas"]["SearchScope"];
                /**
                 * @description Whether best moves that are searched must be the canonical ones: the first of the optimal
                 *     moves in the game's tie-break order, on the board that represents the symmetry class. Those
                 *     that are stored always are; a search for one may take much longer than for any best move.
                 */
                canonical?: boolean;
                /**
                 * @description The digest of the artifact that must answer. The answer then never changes, and caches may
                 *     keep it for a year.
                 */
                artifact?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            /** @description A board or move that cannot be read, or a bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The board or the moves are too long */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Busy, or too slow */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    positions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description The answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answers"];
                    "text/csv": string;
                };
            };
            /** @description A body that is not JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The body arrived too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The body is too large, or has too many positions */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description A body that does not say that it is JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description JSON that is no batch */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    proof: {
        parameters: {
            query?: {
                /** @description A board; `-`, or nothing, is the start. */
                from?: string;
                /** @description Moves played from there, with or without spaces between them. */
                moves?: string;
                /** @description Which positions may be searched if they are not stored. */
                search?: components["schemas"]["SearchScope"];
                /**
                 * @description Whether best moves that are searched must be the canonical ones: the first of the optimal
                 *     moves in the game's tie-break order, on the board that represents the symmetry class. Those
                 *     that are stored always are; a search for one may take much longer than for any best move.
                 */
                canonical?: boolean;
                /**
                 * @description The digest of the artifact that must answer. The answer then never changes, and caches may
                 *     keep it for a year.
                 */
                artifact?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position and its moves */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            /** @description A board or move that cannot be read, or a bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The board or the moves are too long */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Busy, or too slow */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    random: {
        parameters: {
            query?: {
                /** @description The same seed gives the same position. By default, the server draws a seed. */
                seed?: number;
                /**
                 * @description The digest of the artifact that must answer. The answer then never changes, and caches may
                 *     keep it for a year.
                 */
                artifact?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            /** @description Bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game, or no artifact */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Play"];
            };
        };
        responses: {
            /** @description The review */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
            /** @description A move that cannot be read, or a body that is not JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The body arrived too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description A body that does not say that it is JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description JSON that is no play */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Busy, or too slow */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    start: {
        parameters: {
            query?: {
                /** @description Which positions may be searched if they are not stored. */
                search?: components["schemas"]["SearchScope"];
                /**
                 * @description Whether best moves that are searched must be the canonical ones: the first of the optimal
                 *     moves in the game's tie-break order, on the board that represents the symmetry class. Those
                 *     that are stored always are; a search for one may take much longer than for any best move.
                 */
                canonical?: boolean;
                /**
                 * @description The digest of the artifact that must answer. The answer then never changes, and caches may
                 *     keep it for a year.
                 */
                artifact?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The start */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
            /** @description Bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Busy, or too slow */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It serves */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It takes questions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description Bad query */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description It does not */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
    record: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordText"];
            };
        };
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameRecord"];
                };
            };
            /** @description No record of this game, or a body that is not JSON */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description No such game */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The body arrived too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description A body that does not say that it is JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description JSON that is no text of a game */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
            /** @description Not ready */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailureBody"];
                };
            };
        };
    };
}
