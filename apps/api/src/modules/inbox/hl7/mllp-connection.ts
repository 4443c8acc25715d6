import type { Socket } from 'node:net'
import { createFrameReader, frame, type FrameResult } from './mllp-frames.ts'
import type { BudgetShare, ReceiveBudget } from './receive-budget.ts'

export interface MllpLimits {
  maxMessageBytes: number
  /** A connection without a message is closed. */
  idleMs: number
  /** A message that does not proceed, or an answer that is not read, ends the connection. */
  stalledMs: number
  /** The longest time for one message, without the time in which it waited for others. */
  messageMs: number
  /** How long a sender has to read the last answer. */
  lingerMs: number
}

export interface MllpHandler {
  /** Undefined closes the connection without an answer. Never rejects. */
  answer(message: Buffer): Promise<Buffer | undefined>
  refuseLong(beginning: Buffer, maxBytes: number): Buffer
  /** A reason for the log; it contains nothing of a message. */
  onProblem(reason: string): void
}

/**
 * Serves one sender: one message after the other, each answered before the next is read. What arrives meanwhile waits in
 * the network, not in memory.
 */
export const serveMllpConnection = (
  socket: Socket,
  { limits, budget, handler }: { limits: MllpLimits; budget: ReceiveBudget; handler: MllpHandler },
) => {
  const frames = createFrameReader(limits.maxMessageBytes)
  let rest: Buffer = Buffer.alloc(0)
  let share: BudgetShare | undefined
  let isAnswering = false
  let isDraining = false
  let stallTimer: NodeJS.Timeout | undefined
  let messageTimer: NodeJS.Timeout | undefined

  const close = (reason: string) => {
    if (socket.destroyed) return
    handler.onProblem(reason)
    socket.destroy()
  }

  const stopTimers = () => {
    clearTimeout(stallTimer)
    clearTimeout(messageTimer)
    messageTimer = undefined
  }

  const watch = () => {
    clearTimeout(stallTimer)
    const isInside = frames.isInside()
    const closeStalled = () => (isInside ? close('a message did not proceed') : socket.destroy())
    stallTimer = setTimeout(closeStalled, isInside ? limits.stalledMs : limits.idleMs)
    if (isInside) messageTimer ??= setTimeout(() => close('a message took too long'), limits.messageMs)
  }

  const release = () => {
    share?.release()
    share = undefined
  }

  /** Sends an answer; false when the sender does not read it. */
  const send = (answer: Buffer) =>
    new Promise<boolean>((resolve) => {
      const settle = (isSent: boolean) => {
        clearTimeout(timer)
        socket.off('close', onClose)
        resolve(isSent)
      }
      const onClose = () => settle(false)
      const timer = setTimeout(onClose, limits.stalledMs)
      socket.once('close', onClose)
      socket.write(frame(answer), (error) => settle(!error))
    })

  const answer = async (message: Buffer) => {
    isAnswering = true
    stopTimers()
    const reply = await handler.answer(message)
    const isSent = reply !== undefined && !socket.destroyed && (await send(reply))
    isAnswering = false
    release()
    if (reply === undefined) close('its source was switched off or removed')
    else if (!isSent) close('an answer was not read')
  }

  /** Ends the connection; what still arrives is discarded, because closing at once could discard an answer on its way. */
  const end = () => {
    stopTimers()
    rest = Buffer.alloc(0)
    socket.removeAllListeners('data')
    socket.on('data', () => {})
    stallTimer = setTimeout(() => socket.destroy(), limits.lingerMs)
    socket.resume()
    socket.end()
  }

  const refuseLong = async () => {
    isAnswering = true
    stopTimers()
    const reply = handler.refuseLong(frames.beginning(), limits.maxMessageBytes)
    release()
    handler.onProblem('a message was too large')
    await send(reply)
    end()
  }

  /** Counts what was read; false while the message waits for others. */
  const count = ({ received }: FrameResult) => {
    if (!frames.isInside() && received === 0) return true
    share ??= budget.open(() => void run())
    return share.take(received)
  }

  const run = async () => {
    while (rest.length > 0 && !socket.destroyed) {
      const result = frames.read(rest)
      rest = result.rest
      if (result.problem === 'noise') {
        close('bytes that are no message')
        return
      }
      const mayContinue = count(result)
      if (result.problem === 'too-large') {
        await refuseLong()
        return
      }
      if (result.message) {
        await answer(result.message)
        if (isDraining) {
          end()
          return
        }
      } else if (!mayContinue) {
        stopTimers()
        return
      }
    }
    if (socket.destroyed) return
    watch()
    socket.resume()
  }

  socket.on('data', (chunk: Buffer) => {
    socket.pause()
    rest = chunk
    void run()
  })
  socket.on('close', () => {
    stopTimers()
    // A message that is being processed stays counted until it is answered.
    if (!isAnswering) release()
  })
  watch()

  return {
    /** Ends the connection, after the answer to a complete message. */
    drain() {
      isDraining = true
      if (!isAnswering) socket.destroy()
    },
  }
}
