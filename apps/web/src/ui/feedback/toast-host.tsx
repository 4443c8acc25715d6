import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './toast-host.module.css'
import { TOAST_LIMIT, TOAST_MS } from '../../lib/limits.ts'

/** Where toasts appear. Those beyond the limit wait. */
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
