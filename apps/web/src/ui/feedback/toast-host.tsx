import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { TOAST_LIMIT, TOAST_MS } from '../../lib/limits.ts'
import classes from './toasts.module.css'

/** Toasts above the limit are queued. */
export default function ToastHost() {
  return (
    <Notifications
      position="bottom-left"
      autoClose={TOAST_MS}
      limit={TOAST_LIMIT}
      containerWidth="23.75rem"
      pauseResetOnHover="notification"
      classNames={{ root: classes.root, notification: classes.toast }}
    />
  )
}
