import type { FastifyReply } from 'fastify'

/** Aborts when the client disconnects before it has its answer. */
export const disconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const note = () => {
    if (!raw.writableEnded) gone.abort(new Error('The client disconnected'))
  }
  if (raw.destroyed) note()
  else raw.once('close', note)
  return gone.signal
}
