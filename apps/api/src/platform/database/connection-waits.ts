import type pg from 'pg'

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * Tells how long callers wait for a connection of the pool, its own `query` among them. Who finds one free is not
 * timed: that is nearly everybody, and it would cost more than it tells.
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
