import { Checkbox, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReleaseSettings, Saved } from '@zelab/contract'
import { releaseSettingsBody } from '@zelab/contract'
import { ALL_REPORT_TYPES, RELEASE_RULES } from '@zelab/contract/limits'
import { Controller, useWatch } from 'react-hook-form'
import { api } from '../../../lib/api-client.ts'
import { useAppDataStore } from '../../../lib/app-data-store.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps, useSchemaForm, KEEP_DIRTY, settingsChanges } from '../../../ui/form/form-resolver.ts'
import { SearchMultiSelect } from '../../../ui/form/search-multi-select.tsx'
import { LabSettingsCard, type LabSettingsDialogProps } from '../../../entities/lab/lab-settings-card.tsx'
import * as texts from './texts.ts'
import { endpointQuery } from '../../../lib/endpoint-query.ts'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'

export function LabRelease({ labId }: { labId: number }) {
  const types = useAppDataStore((state) => state.reportTypes)
  const factsOf = ({ twoPersons, reportTypeIds, techniciansRelease, allowsAlone }: ReleaseSettings) => {
    const titles = types.filter(({ id }) => reportTypeIds.includes(id)).map(({ title }) => title)
    return [
      { label: texts.who, value: texts.RULES[twoPersons] },
      ...(twoPersons === 'types' ? [{ label: texts.types, value: titles.join(', '), isLong: true }] : []),
      ...(twoPersons === 'none'
        ? []
        : [
            {
              label: texts.releasers,
              value: techniciansRelease ? texts.doctorsAndTechnicians : texts.doctors,
            },
            { label: texts.alone, value: allowsAlone ? texts.yes : texts.no },
          ]),
    ]
  }
  return (
    <LabSettingsCard
      labId={labId}
      title={texts.release}
      query={useQuery(endpointQuery(api.release.getReleaseSettings, { params: { id: labId } }))}
      facts={factsOf}
      edits={[[texts.edit, ReleaseDialog]]}
    />
  )
}

function ReleaseDialog({ labId, settings, onClose }: LabSettingsDialogProps<Saved<ReleaseSettings>>) {
  const update = useEndpoint(api.release.updateReleaseSettings, { id: labId })
  const form = useSchemaForm(releaseSettingsBody, { values: settings, resetOptions: KEEP_DIRTY })
  const types = useAppDataStore((state) => state.reportTypes)
  const rule = useWatch({ control: form.control, name: 'twoPersons' })
  return (
    <FormDialog
      title={texts.release}
      name={`release of lab ${labId}`}
      form={form}
      onSave={(checked) => update.mutateAsync(settingsChanges(form, checked, settings))}
      needsChange
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="twoPersons"
        render={({ field }) => (
          <Radio.Group {...field} label={texts.who}>
            <Stack gap="sm" mt="xs">
              {RELEASE_RULES.map((one) => (
                <Radio key={one} value={one} label={texts.RULES[one]} description={texts.RULE_HINTS[one]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      />
      {rule === 'types' && (
        <Controller
          control={form.control}
          name="reportTypeIds"
          render={({ field: { value, onChange, onBlur }, fieldState }) => (
            <SearchMultiSelect
              label={texts.types}
              nothingFoundMessage={texts.noTypeFound}
              data={types
                .filter(({ id }) => id !== ALL_REPORT_TYPES.id)
                .map(({ id, title }) => ({ value: String(id), label: title }))}
              value={value.map(String)}
              onChange={(ids) => onChange(ids.map(Number))}
              onBlur={onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
      {rule !== 'none' && (
        <>
          <Checkbox
            label={texts.technicians}
            description={texts.techniciansHint}
            {...fieldProps(form, 'techniciansRelease')}
          />
          <Checkbox
            label={texts.allowsAlone}
            description={texts.allowsAloneHint}
            {...fieldProps(form, 'allowsAlone')}
          />
        </>
      )}
    </FormDialog>
  )
}
