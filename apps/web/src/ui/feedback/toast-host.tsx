import { Notification, Portal } from '@mantine/core'
import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import { TOAST_LIMIT } from '@zelab/contract/limits'
import { useEffect, useState } from 'react'
import * as texts from '../texts.ts'
import classes from './toast-host.module.css'
import type { Toast } from './toasts.ts'
import { dismissToast, useToasts } from './toasts.ts'

const PLACES = ['bottom-left', 'bottom-center'] as const

/** Where toasts appear; those beyond the limit wait for a free place. Fetched apart, after the first paint. */
export default function ToastHost() {
  const shown = useToasts((state) => state.toasts).slice(0, TOAST_LIMIT)
  return (
    <Portal>
      {PLACES.map((place) => (
        <div key={place} className={classes.place} data-position={place}>
          {shown
            .filter((toast) => toast.place === place)
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </Portal>
  )
}

/** Goes by itself after its time, which begins anew when the pointer or the focus leaves it. */
function ToastCard({ toast: { id, kind, message, milliseconds } }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), milliseconds)
    return () => clearTimeout(timer)
  }, [id, isHeld, milliseconds])
  const isGood = kind === 'success'
  return (
    <Notification
      className={classes.toast}
      role="alert"
      color={isGood ? 'teal' : 'red.8'}
      icon={isGood ? <IconCheck size={16} /> : <IconExclamationMark size={16} />}
      closeButtonProps={{ 'aria-label': texts.dismiss }}
      onClose={() => dismissToast(id)}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {message}
    </Notification>
  )
}
