import { Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Saved, VisitSettings } from '@zelab/contract'
import { visitSettingsBody } from '@zelab/contract'
import { useWatch } from 'react-hook-form'
import { visitSettingsQuery } from '../../../entities/visit/queries.ts'
import { pageApi } from '../../../lib/page-api.ts'
import { StatusBadge } from '../../../ui/display/status-badge.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps, KEEP_DIRTY, settingsChanges, useSchemaForm } from '../../../ui/form/form-resolver.ts'
import { LabSettingsCard, type LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import { ReferrersCard } from './referrers-card.tsx'
import * as texts from './texts.ts'
import { TurnaroundCard } from './turnaround-card.tsx'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'

export function LabVisits({ labId }: { labId: number }) {
  const query = useQuery(visitSettingsQuery(labId))
  const isOn = query.data?.isOn ?? false
  // Referrers come below turn-around when its height is known.
  const { isPending } = useQuery({
    ...endpointQuery(pageApi.turnaround.getSettings, { params: { id: labId } }),
    enabled: isOn,
  })
  return (
    <Stack>
      <LabSettingsCard
        labId={labId}
        title={texts.visits}
        query={query}
        facts={factsOf}
        edits={[[texts.editVisits, VisitsDialog]]}
      />
      {isOn && <TurnaroundCard labId={labId} />}
      {isOn && !isPending && <ReferrersCard labId={labId} />}
    </Stack>
  )
}

const factsOf = ({ isOn, holdsUnpaid, givesLinks }: VisitSettings) => [
  {
    label: texts.inThisLab,
    value: <StatusBadge tone={isOn ? 'positive' : 'neutral'}>{isOn ? texts.used : texts.unused}</StatusBadge>,
  },
  ...(isOn
    ? [
        { label: texts.unpaidLinks, value: holdsUnpaid ? texts.held : texts.notHeld },
        { label: texts.visitLinks, value: givesLinks ? texts.handedOver : texts.notHandedOver },
      ]
    : []),
]

function VisitsDialog({ labId, settings, onClose }: LabSettingsDialogProps<Saved<VisitSettings>>) {
  const update = useEndpoint(pageApi.visits.updateVisitSettings, { id: labId })
  const form = useSchemaForm(visitSettingsBody, { values: settings, resetOptions: KEEP_DIRTY })
  const isOn = useWatch({ control: form.control, name: 'isOn' })
  return (
    <FormDialog
      title={texts.visits}
      name={`visits of lab ${labId}`}
      form={form}
      onSave={(checked) => update.mutateAsync(settingsChanges(form, checked, settings))}
      needsChange
      onClose={onClose}
    >
      <Checkbox
        label={texts.useVisits}
        description={texts.useVisitsHint}
        data-autofocus
        {...fieldProps(form, 'isOn')}
      />
      {isOn && (
        <Checkbox
          label={texts.holdUnpaid}
          description={texts.holdUnpaidHint}
          {...fieldProps(form, 'holdsUnpaid')}
        />
      )}
      {isOn && (
        <Checkbox
          label={texts.giveLinks}
          description={texts.giveLinksHint}
          {...fieldProps(form, 'givesLinks')}
        />
      )}
    </FormDialog>
  )
}
