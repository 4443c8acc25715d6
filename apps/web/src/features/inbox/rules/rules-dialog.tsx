import { Stack, Title } from '@mantine/core'
import type { InboxSettings, InboxSettingsFields, Saved } from '@zelab/contract'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Hint } from '../../../ui/display/inline.tsx'
import { showFieldErrors, settingsChanges } from '../../../ui/form/form-resolver.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import type { LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import { PatternField } from './pattern-field.tsx'
import { RuleList } from './rule-list.tsx'
import type { RulesFields } from './rules-form.ts'
import { rulesFieldsOf, rulesResolver } from './rules-form.ts'
import * as texts from './texts.tsx'
import { TrialResult } from './trial-result.tsx'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

export function RulesDialog({ labId, settings, onClose }: LabSettingsDialogProps<Saved<InboxSettings>>) {
  const form = useForm<RulesFields, unknown, InboxSettingsFields>({
    resolver: rulesResolver,
    defaultValues: rulesFieldsOf(settings),
  })
  // The list of rules replaces the stored one: a change by another user stays a conflict.
  const [opened] = useState(settings)
  const update = useEndpoint(api.inbox.updateSettings, { id: labId })
  const trial = useEndpoint(api.inbox.trySettings, { id: labId })
  const rulesId = useId()
  const tryOut = form.handleSubmit((checked) =>
    trial.mutate(checked, { onError: (error) => showFieldErrors(error, form) }),
  )
  return (
    <FormDialog
      title={texts.inboxRules}
      name={`inbox rules of lab ${labId}`}
      form={form}
      onSave={(checked) => update.mutateAsync(settingsChanges(form, checked, opened))}
      needsChange
      isBlocked={trial.isPending}
      onClose={onClose}
      isLarge
      actions={
        <SubmitButton
          variant="default"
          me="auto"
          isPending={trial.isPending}
          pendingLabel={texts.trying}
          disabled={update.isPending}
          onClick={() => void tryOut()}
        >
          {texts.tryOut}
        </SubmitButton>
      }
    >
      <PatternField form={form} />
      <Stack component="section" gap="sm" aria-labelledby={rulesId}>
        <div>
          <Title order={3} id={rulesId}>
            {texts.rules}
          </Title>
          <Hint>{texts.rulesHint}</Hint>
        </div>
        <RuleList form={form} />
      </Stack>
      <TrialResult form={form} trial={trial} />
    </FormDialog>
  )
}
