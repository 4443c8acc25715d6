import type pg from 'pg'

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * Measures how long callers wait for a pool connection, including the pool's `query`. Immediate acquisitions are not
 * timed: they are the vast majority, and timing them costs more than it shows.
 */
export const timeWaits = (pool: pg.Pool, onWait: (seconds: number) => void): void => {
  const connect = pool.connect.bind(pool)
  const timed = (callback?: Callback) => {
    const isFree = pool.idleCount > pool.waitingCount
    if (!callback) {
      if (isFree) return connect()
      const start = performance.now()
      return connect().finally(() => onWait((performance.now() - start) / 1000))
    }
    if (isFree) return connect(callback)
    const start = performance.now()
    connect((...answer) => {
      onWait((performance.now() - start) / 1000)
      callback(...answer)
    })
  }
  pool.connect = timed as pg.Pool['connect']
}
