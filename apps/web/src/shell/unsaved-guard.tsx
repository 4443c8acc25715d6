import { useBlocker } from '@tanstack/react-router'
import { hasUnsavedInput } from '../lib/unsaved-input.ts'
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx'
import * as texts from './texts.tsx'

/** Asks before navigation or closing the tab discards unsaved input. */
export function UnsavedGuard() {
  const blocker = useBlocker({
    shouldBlockFn: leavesInput,
    enableBeforeUnload: hasUnsavedInput,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={texts.leaveTitle}
      message={texts.leaveMessage}
      confirmLabel={texts.leave}
      isOnTop
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  )
}

interface Leaving {
  current: { pathname: string }
  next: { pathname: string }
}

/** Filters and tabs change the URL without discarding input. */
const leavesInput = ({ current, next }: Leaving): boolean =>
  current.pathname !== next.pathname && hasUnsavedInput()
