const SHARE_EVERY_MS = 5000

let answeredAt = Date.now()
let serverAhead = 0
let sharedAt = 0
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zelab-activity')

otherTabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'number') answeredAt = Math.max(answeredAt, data)
})

/** The time of the server, because the clock of the computer may be wrong. */
export const serverNow = (): number => Date.now() + serverAhead

/** The header has whole seconds, and was on the way. */
const PRECISION_MS = 2000

/** Records that an authenticated response renewed the idle limit, for all tabs of this browser, and its `Date`. */
export const noteAnswer = (date: string | null): void => {
  answeredAt = Date.now()
  const ahead = Date.parse(date ?? '') - answeredAt
  serverAhead = Math.abs(ahead) > PRECISION_MS ? ahead : 0
  if (answeredAt - sharedAt < SHARE_EVERY_MS) return
  sharedAt = answeredAt
  otherTabs?.postMessage(answeredAt)
}

/** The server's time of the last response in any tab; the idle limit starts there. */
export const lastAnswerAt = (): number => answeredAt + serverAhead
