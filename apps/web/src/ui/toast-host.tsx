import { Notifications, notifications } from '@mantine/notifications'
import { IconCheck, IconExclamationMark } from '@tabler/icons-react'
import { TOAST_LIMIT, TOAST_MS } from '@zelab/contract/limits'
import classes from './toast-host.module.css'

export interface Toast {
  message: string
  kind: 'success' | 'error'
  position?: 'bottom-center'
  autoClose?: number
}

export const showToast = ({ message, kind, ...place }: Toast): void => {
  notifications.show({
    message,
    color: kind === 'success' ? 'teal' : 'red.8',
    icon: kind === 'success' ? <IconCheck size={16} /> : <IconExclamationMark size={16} />,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    ...place,
  })
}

/** Where toasts appear. A file of its own, so that the first paint need not wait for it. */
export default function ToastHost() {
  return (
    <Notifications
      position="bottom-left"
      limit={TOAST_LIMIT}
      autoClose={TOAST_MS}
      pauseResetOnHover="notification"
      containerWidth={380}
      classNames={{ root: classes.root ?? '', notification: classes.notification ?? '' }}
    />
  )
}
