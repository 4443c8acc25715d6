import { Checkbox, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LabDeliverySettings, Saved } from '@zelab/contract'
import { labDeliverySettingsBody } from '@zelab/contract'
import { SLIP_PAPERS } from '@zelab/contract/limits'
import { Hint } from '../../../ui/display/inline.tsx'
import { AdvancedFields } from '../../../ui/form/advanced-fields.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import {
  fieldProps,
  numberProps,
  useSchemaForm,
  KEEP_DIRTY,
  settingsChanges,
} from '../../../ui/form/form-resolver.ts'
import { LabSettingsCard, type LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { MessageTextsDialog } from './message-texts-dialog.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { api } from '../../../lib/api-client.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

const factsOf = (settings: LabDeliverySettings) => [
  { label: texts.sentHow, value: settings.isAutomatic ? texts.everyReport : texts.byHand },
  { label: texts.links, value: texts.workFor(settings.linkDays) },
  { label: texts.senderName, value: settings.senderName ?? texts.labName },
  {
    label: texts.quietHours,
    value: texts.quietBetween(settings.quietFromHour, settings.quietUntilHour),
  },
  { label: texts.guardians, value: texts.endsAtAge(settings.adultAge) },
  { label: texts.slipPaper, value: texts.SLIP_PAPERS[settings.slipPaper] },
]

export function LabSending({ labId }: { labId: number }) {
  return (
    <LabSettingsCard
      labId={labId}
      title={texts.labSending}
      query={useQuery(endpointQuery(api.deliveries.getLabSettings, { params: { id: labId } }))}
      facts={factsOf}
      edits={[
        [texts.messageTexts, MessageTextsDialog],
        [texts.editSending, SendingDialog],
      ]}
    />
  )
}

function SendingDialog({ labId, settings, onClose }: LabSettingsDialogProps<Saved<LabDeliverySettings>>) {
  const update = useEndpoint(api.deliveries.updateLabSettings, { id: labId })
  const form = useSchemaForm(labDeliverySettingsBody, {
    values: { ...settings, senderName: settings.senderName ?? '' },
    resetOptions: KEEP_DIRTY,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      title={texts.labSending}
      name={`sending of lab ${labId}`}
      form={form}
      onSave={(checked) => update.mutateAsync(settingsChanges(form, checked, settings))}
      needsChange
      onClose={onClose}
    >
      <TextInput label={texts.linkDays} {...numberProps(form, 'linkDays')} />
      <TextInput
        label={texts.senderName}
        description={texts.senderNameHint}
        {...fieldProps(form, 'senderName')}
      />
      <Checkbox
        label={texts.automaticSending}
        description={texts.automaticHint}
        {...fieldProps(form, 'isAutomatic')}
      />
      <RadioField
        form={form}
        name="slipPaper"
        label={texts.slipPaper}
        values={SLIP_PAPERS}
        nameOf={texts.SLIP_PAPERS}
      />
      <AdvancedFields hasError={!!errors.quietFromHour || !!errors.quietUntilHour || !!errors.adultAge}>
        <Group grow align="flex-start" gap="sm">
          <TextInput label={texts.quietFrom} {...numberProps(form, 'quietFromHour')} />
          <TextInput label={texts.quietUntil} {...numberProps(form, 'quietUntilHour')} />
        </Group>
        <Hint>{texts.quietHint}</Hint>
        <TextInput label={texts.adultAge} {...numberProps(form, 'adultAge')} />
      </AdvancedFields>
    </FormDialog>
  )
}
