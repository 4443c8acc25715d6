const SHARE_EVERY_MS = 5000

let answeredAt = Date.now()
let sharedAt = 0
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('zelab-activity')

otherTabs?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'number') answeredAt = Math.max(answeredAt, data)
})

/** Records that an authenticated response renewed the idle limit, for all tabs of this browser. */
export const noteAnswer = (): void => {
  answeredAt = Date.now()
  if (answeredAt - sharedAt < SHARE_EVERY_MS) return
  sharedAt = answeredAt
  otherTabs?.postMessage(answeredAt)
}

/** Time of the last response in any tab; the idle limit starts there. */
export const lastAnswerAt = (): number => answeredAt
