/** The server cancels a statement at its time limit. One that stays silent for this much longer is given up. */
export const ANSWER_MARGIN_MS = 5_000
