import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../core/app-error.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/gi
const READABLE = new Set(['utf-8', 'utf8', 'us-ascii'])

/** Text in other charsets would be decoded as UTF-8 and stored garbled. */
export const refuseUnknownCharsets = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _, done) => {
    const charsets = [...(request.headers['content-type'] ?? '').matchAll(CHARSET)]
    const isReadable = charsets.every(([, charset = '']) => READABLE.has(charset.toLowerCase()))
    done(isReadable ? undefined : new AppError('UNSUPPORTED_MEDIA', 'UNKNOWN_CHARSET'))
  })
}

/** Some clients always send the content type, even with DELETE. */
export const acceptEmptyJsonBody = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

/** How long a response waits for the rest of the body, so that the connection stays usable. */
const DRAIN_BEFORE_ANSWER_MS = 250
/** Then the response is sent, and the rest is discarded up to this time and size. */
const DRAIN_AFTER_ANSWER_MS = 30_000
const DRAIN_MAX_BYTES = 256 * 1024 * 1024

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Resolves with true at the end of the body, false when the client stopped or the limit was reached. */
const discardBody = (body: IncomingMessage, maxBytes: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (body.readableEnded || body.destroyed) return resolve(body.readableEnded)
    let left = maxBytes
    const finish = (isRead: boolean) => {
      body.off('data', count)
      resolve(isRead)
    }
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) finish(false)
    }
    body.on('data', count)
    body.once('end', () => finish(true))
    body.once('error', () => finish(false))
    body.once('close', () => finish(false))
    // A failed or stalled parser is still attached to the body.
    body.unpipe()
    body.resume()
  })

const within = async (work: Promise<boolean>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms).unref()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Node closes the connection at the end of a response, so a client that is still sending would get a reset. */
const endAfter = (response: ServerResponse, ready: Promise<unknown>): void => {
  const end = response.end.bind(response)
  response.end = ((chunk?: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) response.write(chunk)
    void ready.then(() => end())
    return response
  }) as ServerResponse['end']
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The client waits for `100 Continue` before it sends the body. */
    isBodyAwaited?: boolean
  }
}

export const continueBody = (request: FastifyRequest, response: ServerResponse): void => {
  if (!request.isBodyAwaited) return
  request.isBodyAwaited = false
  response.writeContinue()
}

/**
 * Keeps connections usable when a response precedes the end of the body, as with rejected uploads. The rest of the body
 * is discarded; if that takes long, the response says `Connection: close`, and the connection is closed at the end of
 * the body or at the limit.
 */
export const handleUnreadBodies = (app: FastifyInstance): void => {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  app.addHook('onRequest', (request, _, done) => {
    if (waiting.has(request.raw)) request.isBodyAwaited = true
    done()
  })
  app.addHook('preParsing', (request, reply, _, done) => {
    // A file route first compares the declared length with its limit.
    if (request.isBodyAwaited && !request.headers['content-type']?.startsWith('multipart/'))
      continueBody(request, reply.raw)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request
    if (raw.readableEnded || !hasBody(raw)) return done(null, payload)
    if (request.isBodyAwaited) {
      // The client never got `100 Continue`.
      void reply.header('connection', 'close')
      return done(null, payload)
    }
    const isRead = discardBody(raw, DRAIN_MAX_BYTES)
    void within(isRead, DRAIN_BEFORE_ANSWER_MS).then((isUsable) => {
      if (!isUsable) {
        void reply.header('connection', 'close')
        endAfter(reply.raw, within(isRead, DRAIN_AFTER_ANSWER_MS))
      }
      done(null, payload)
    })
  })
}
