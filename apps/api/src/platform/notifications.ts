import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface ChangeListener {
  onChange(): void
  /** Cached data may be stale when listening begins. */
  onListening(): void
  /** Changes may be missed: do not cache until listening again. */
  onLost(): void
}

export interface NotificationListener {
  /** @param channel the channel that triggers notify, for example `accounts` */
  listen(channel: string, listener: ChangeListener): void
  start(): void
  stop(): Promise<void>
}

const HEARTBEAT_MS = 5_000
const LONGEST_PAUSE_MS = 5_000

export const createNotificationListener = (options: {
  connectionString: string
  logger: { warn(message: string): void }
}): NotificationListener => {
  const channels = new Map<string, ChangeListener[]>()
  const everyone = () => [...channels.values()].flat()
  const stopping = new AbortController()
  let isListening = false

  const lose = () => {
    if (!isListening) return
    isListening = false
    for (const listener of everyone()) listener.onLost()
  }

  const follow = async (connection: pg.Client): Promise<void> => {
    const broken = new Promise<void>((resolve) => {
      connection.once('error', () => resolve())
      connection.once('end', () => resolve())
    })
    connection.on('error', () => {})
    await connection.connect()
    connection.on('notification', ({ channel }) => {
      for (const listener of channels.get(channel) ?? []) listener.onChange()
    })
    for (const channel of channels.keys()) await connection.query(`listen ${pg.escapeIdentifier(channel)}`)
    isListening = true
    for (const listener of everyone()) listener.onListening()
    while (!stopping.signal.aborted) {
      const end = await Promise.race([
        broken.then(() => 'broken'),
        sleep(HEARTBEAT_MS, 'due', { signal: stopping.signal }).catch(() => 'stopping'),
      ])
      if (end !== 'due') return
      await connection.query('select 1')
    }
  }

  const run = async () => {
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const client = new pg.Client({
        connectionString: options.connectionString,
        application_name: 'zelab changes',
        connectionTimeoutMillis: HEARTBEAT_MS,
        query_timeout: HEARTBEAT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: HEARTBEAT_MS,
      })
      await follow(client).catch(() => {})
      if (isListening) pause = 100
      lose()
      await client.end().catch(() => {})
      if (!stopping.signal.aborted) {
        options.logger.warn('LISTEN connection lost; reconnecting')
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  let running: Promise<void> | undefined

  return {
    listen(channel, listener) {
      if (running) throw new Error(`Notifications already started: cannot listen to ${channel}`)
      channels.set(channel, [...(channels.get(channel) ?? []), listener])
    },
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
