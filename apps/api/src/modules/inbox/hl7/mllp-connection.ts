import type { Socket } from 'node:net'
import { createFrameReader, frame, type FrameResult } from '../../../platform/hl7/mllp-frames.ts'
import type { BudgetShare, ReceiveBudget } from '../../../platform/hl7/receive-budget.ts'

export interface MllpLimits {
  maxMessageBytes: number
  idleMs: number
  /** Time limit for a stalled message or an unread answer. */
  stalledMs: number
  /** Time limit per message, without waiting for memory. */
  messageMs: number
  /** Time limit for reading the last answer. */
  lingerMs: number
}

export interface MllpHandler {
  /** Undefined closes the connection without an answer. Never rejects. */
  answer(message: Buffer): Promise<Buffer | undefined>
  refuseLong(beginning: Buffer, maxBytes: number): Buffer
  /** For the log, without any part of a message. */
  onProblem(reason: string): void
}

/** Answers each message before it reads the next, so that further data waits in the network, not in memory. */
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

  /** Discards further input. Closing at once could discard an answer in transit. */
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

  /** Returns false while the message waits for memory. */
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
    if (!isAnswering) release()
  })
  watch()

  return {
    drain() {
      isDraining = true
      if (!isAnswering) socket.destroy()
    },
  }
}
