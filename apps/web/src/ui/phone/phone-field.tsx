import { TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { PhoneFieldProps } from './phone-input.tsx'
import { loadedPhoneInput, loadPhoneInput } from './phone-input-loading.ts'

const LazyPhoneInput = lazy(loadPhoneInput)

export function PhoneField(props: PhoneFieldProps) {
  const { label, required, value } = props
  // The component must not change when the code arrives, or the input would be lost.
  const [PhoneInput] = useState(() => loadedPhoneInput() ?? LazyPhoneInput)
  return (
    <Suspense
      fallback={<TextInput label={label} required={required} value={value} disabled leftSectionWidth={74} />}
    >
      <PhoneInput {...props} />
    </Suspense>
  )
}
