import { Input, Radio } from '@mantine/core'
import { STAFF_USER_TYPES } from '@zelab/contract/access'
import type { Ref } from 'react'
import { useId } from 'react'
import * as texts from './texts.ts'
import { ROLE_HINTS } from './user-form.ts'
import classes from './user-type-field.module.css'

interface UserTypeFieldProps {
  name: string
  value: string
  onChange: (userTypeId: string) => void
  onBlur: () => void
  error?: string | undefined
  fixedNote?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function UserTypeField({ name, value, onChange, onBlur, error, fixedNote, ref }: UserTypeFieldProps) {
  const id = useId()
  return (
    <Input.Wrapper
      label={texts.userType}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={fixedNote}
      required
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div
        className={classes.types}
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        {...(error && { 'aria-describedby': `${id}-error` })}
      >
        {STAFF_USER_TYPES.map((type, index) => (
          <Radio
            key={type.id}
            {...(index === 0 && { ref })}
            className={classes.card}
            name={name}
            value={type.id}
            checked={String(type.id) === value}
            onChange={() => onChange(String(type.id))}
            label={type.name}
            description={ROLE_HINTS[type.name]}
            aria-invalid={error !== undefined}
            disabled={fixedNote !== undefined}
            onBlur={onBlur}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}
