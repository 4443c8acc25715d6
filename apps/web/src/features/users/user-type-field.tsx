import { Radio } from '@mantine/core'
import { STAFF_USER_TYPES } from '@zelab/contract/access'
import type { Ref } from 'react'
import * as texts from './texts.ts'
import { ROLE_HINTS } from './user-form.ts'
import classes from './user-type-field.module.css'

interface UserTypeFieldProps {
  name: string
  value: string
  onChange: (userTypeId: string) => void
  onBlur: () => void
  error?: string | undefined
  /** Why it cannot be chosen, where it cannot. */
  fixedNote?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** The four staff roles as cards. */
export function UserTypeField({ name, value, onChange, onBlur, error, fixedNote, ref }: UserTypeFieldProps) {
  return (
    <Radio.Group
      label={texts.userType}
      description={fixedNote}
      required
      name={name}
      value={value}
      onChange={onChange}
      error={error}
    >
      <div className={classes.types}>
        {STAFF_USER_TYPES.map((type, index) => (
          <Radio
            key={type.id}
            {...(index === 0 && { ref })}
            classNames={classes}
            size="sm"
            value={String(type.id)}
            label={type.name}
            description={ROLE_HINTS[type.name]}
            aria-invalid={error !== undefined}
            disabled={fixedNote !== undefined}
            onBlur={onBlur}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
