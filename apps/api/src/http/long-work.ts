import type { Endpoint } from '@zelab/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unauthenticated } from '../core/app-error.ts'

const disconnectSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const note = () => {
    if (!raw.writableEnded) gone.abort(new Error('The client disconnected'))
  }
  if (raw.destroyed) note()
  else raw.once('close', note)
  return gone.signal
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Aborts when the caller's session ends, or when the client of an upload or download disconnects. */
    workSignal: AbortSignal | undefined
    /** Calls back, repeatedly, once the caller's session has ended; returns a function that stops the watch. */
    watchSession(onEnd: () => void): () => void
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export const isLongWork = ({ file, filePart, repeats }: Endpoint): boolean =>
  file !== undefined || filePart !== undefined || repeats === true

export const workSignalOf = ({ workSignal }: FastifyRequest): AbortSignal => {
  if (!workSignal) throw new Error('The endpoint does not declare that its work may last')
  return workSignal
}

/** Ends long work with the caller's session: aborts its signal and the response. */
export const endWithSession = (endpoint: Endpoint, handler: Handler): Handler => {
  if (!isLongWork(endpoint)) return handler
  return async (request, reply) => {
    const { raw } = reply
    const sessionEnd = new AbortController()
    // Confirmed work continues after the page was closed.
    request.workSignal = endpoint.repeats
      ? sessionEnd.signal
      : AbortSignal.any([sessionEnd.signal, disconnectSignal(reply)])
    const stop = request.watchSession(() => {
      sessionEnd.abort(unauthenticated())
      if (raw.headersSent) raw.destroy()
    })
    try {
      return await handler(request, reply)
    } catch (error) {
      throw sessionEnd.signal.aborted ? sessionEnd.signal.reason : error
    } finally {
      // A file is still being sent.
      if (endpoint.file === undefined || raw.closed) stop()
      else raw.once('close', stop)
    }
  }
}
