import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { IconCloudOff } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { TOAST_LIMIT, TOAST_MS } from '../../lib/limits.ts'
import * as texts from '../texts.ts'
import classes from './toasts.module.css'

/** Toasts above the limit are queued. */
export default function ToastHost() {
  return (
    <>
      <ConnectionBanner />
      <Notifications
        position="bottom-left"
        autoClose={TOAST_MS}
        limit={TOAST_LIMIT}
        containerWidth="23.75rem"
        pauseResetOnHover="notification"
        classNames={{ root: classes.root, notification: classes.toast }}
      />
    </>
  )
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)
const isOnline = () => onlineManager.isOnline()

/** Above everything, because what was entered may be in a dialog. */
function ConnectionBanner() {
  return (
    <div role="status" className={classes.connection}>
      {!useSyncExternalStore(subscribe, isOnline) && (
        <p>
          <IconCloudOff size={18} stroke={1.75} aria-hidden="true" />
          <span>{texts.noConnection}</span>
        </p>
      )}
    </div>
  )
}
