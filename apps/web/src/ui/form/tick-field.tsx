import { CheckIcon } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import classes from './tick-field.module.css'

interface TickFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  type?: 'checkbox' | 'radio'
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
}

/** The browser's own checkbox or radio button with its label. */
export function TickField({
  type = 'checkbox',
  label,
  description,
  error,
  className,
  ...input
}: TickFieldProps) {
  const id = useId()
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`${classes.field} ${className ?? ''}`}>
      <span className={classes.place}>
        <input
          {...input}
          type={type}
          id={id}
          className={classes.box}
          {...(error && { 'aria-invalid': true })}
          {...(described && { 'aria-describedby': described })}
        />
        {type === 'checkbox' ? (
          <CheckIcon className={classes.tick} />
        ) : (
          <span className={classes.dot} aria-hidden="true" />
        )}
      </span>
      <div className={classes.text}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className={classes.description}>
            {description}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className={classes.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
