import classes from './toasts.module.css'

export interface ToastAction {
  label: string
  follow: () => void
}

interface ToastWithActionsProps {
  text: string
  actions: readonly ToastAction[]
  onFollow: () => void
}

export function ToastWithActions({ text, actions, onFollow }: ToastWithActionsProps) {
  return (
    <>
      <span>{text}</span>
      <span className={classes.actions}>
        {actions.map(({ label, follow }) => (
          <button
            key={label}
            type="button"
            className={classes.action}
            onClick={() => {
              onFollow()
              follow()
            }}
          >
            {label}
          </button>
        ))}
      </span>
    </>
  )
}
