import { Checkbox, Radio, Text } from '@mantine/core'
import type { PatientDeliveryChoice } from '@zelab/contract'
import { CONSENT_CHANNELS, LANGUAGES } from '@zelab/contract/limits'
import { useId } from 'react'
import { LANGUAGE_NAMES } from '../../../lib/texts.ts'
import * as words from '../texts.ts'
import * as texts from './texts.ts'

interface ChoiceFieldsProps {
  value: PatientDeliveryChoice
  onChange: (value: PatientDeliveryChoice) => void
}

export function ChoiceFields({ value, onChange }: ChoiceFieldsProps) {
  const name = useId()
  return (
    <>
      <fieldset>
        <legend>{texts.patientLanguage}</legend>
        {LANGUAGES.map((language) => (
          <Radio
            key={language}
            name={name}
            label={LANGUAGE_NAMES[language]}
            checked={value.language === language}
            onChange={() => onChange({ ...value, language })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{texts.consent}</legend>
        {CONSENT_CHANNELS.map((channel) => (
          <Checkbox
            key={channel}
            label={words.CONSENT[channel]}
            checked={value.consents[channel]}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...value, consents: { ...value.consents, [channel]: checked } })
            }
          />
        ))}
        <Text c="dimmed" size="sm">
          {texts.consentHint}
        </Text>
      </fieldset>
    </>
  )
}
