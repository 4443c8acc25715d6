/** A bounded queue is full. The request fails fast instead of waiting indefinitely. */
export class BusyError extends Error {
  readonly retryAfterSeconds: number

  constructor(what: string, retryAfterSeconds: number) {
    super(`The queue of ${what} is full`)
    this.name = 'BusyError'
    this.retryAfterSeconds = retryAfterSeconds
  }
}
