const SHARE_EVERY_MS = 5000

let answeredAt = Date.now()
let sharedAt = 0
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zelab-activity')

otherTabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'number') answeredAt = Math.max(answeredAt, data)
})

/** An answer to a signed-in user renews the idle limit for every tab of this browser. */
export const noteAnswer = (): void => {
  answeredAt = Date.now()
  if (answeredAt - sharedAt < SHARE_EVERY_MS) return
  sharedAt = answeredAt
  otherTabs?.postMessage(answeredAt)
}

/** When the server last answered, here or in another tab: the idle limit counts from then. */
export const lastAnswerAt = (): number => answeredAt
