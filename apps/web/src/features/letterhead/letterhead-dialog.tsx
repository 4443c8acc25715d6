import { Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Letterhead, LetterheadFields, Saved } from '@zelab/contract'
import { letterheadForm } from '@zelab/contract'
import { ACCREDITATION_LENGTH, PICTURE_MAX_KB } from '@zelab/contract/limits'
import { REFUSAL, SUCCESS } from '@zelab/contract/messages'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { Hint, Ltr } from '../../ui/display/inline.tsx'
import { formatDate } from '../../lib/format.ts'
import { useChangeLetterheadLogo, useUpdateLetterhead } from '../../lib/queries/letterheads.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toastSuccess } from '../../ui/feedback/toasts.ts'
import { AdvancedFields } from '../../ui/form/advanced-fields.tsx'
import { FormCard } from '../../ui/form/form-card.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import {
  fieldProps,
  numberProps,
  useSchemaForm,
  type SchemaForm,
  KEEP_DIRTY,
  settingsChanges,
} from '../../ui/form/form-resolver.ts'
import { Fetched } from '../../ui/list/fetched.tsx'
import { SectionCard } from '../../ui/layout/section-card.tsx'
import { PictureField, StoredPicture } from '../../ui/form/picture-field.tsx'
import type { LabSettingsDialogProps } from '../../entities/lab/lab-settings-card.tsx'
import { CornerField } from './corner-field.tsx'
import { LetterheadPreview } from './letterhead-preview.tsx'
import * as words from '../../ui/texts.ts'
import * as texts from './texts.tsx'
import { useLetterheadDraft } from './use-letterhead-draft.ts'
import { endpointQuery } from '../../lib/endpoint-query.ts'
import { pageApi } from '../../lib/page-api.ts'

interface LetterheadProps {
  labId: number
  letterhead: Saved<Letterhead>
}

const useLetterheadForm = ({ labId, letterhead }: LetterheadProps, isUsed: boolean) => {
  const { accreditation, corner, marginX, marginY, showsSignature } = letterhead
  const stored = { isUsed, accreditation: accreditation ?? '', corner, marginX, marginY, showsSignature }
  const update = useUpdateLetterhead(labId)
  const form = useSchemaForm(letterheadForm, {
    values: stored,
    resetOptions: KEEP_DIRTY,
    mode: 'onTouched',
  })
  const draft = useLetterheadDraft(form, { ...stored, accreditation })
  const onSave = (checked: LetterheadFields) =>
    update.mutateAsync({ ...settingsChanges(form, checked, letterhead), isUsed: checked.isUsed })
  return { form, draft, name: `letterhead of lab ${labId}`, onSave }
}

export function LetterheadDialog({ labId, settings, onClose }: LabSettingsDialogProps<Saved<Letterhead>>) {
  const { draft, ...saving } = useLetterheadForm({ labId, letterhead: settings }, settings.isUsed)
  return (
    <FormDialog
      {...saving}
      title={texts.letterhead}
      needsChange
      onClose={onClose}
      isLarge
      actions={<Hint flex="1 1 16rem">{texts.keepTheirs}</Hint>}
    >
      <FieldsAndPreview labId={labId} letterhead={settings} form={saving.form} draft={draft} />
    </FormDialog>
  )
}

/** The same form within a page, for a letterhead that is not used yet. */
export function FirstLetterhead({ labId }: { labId: number }) {
  const query = useQuery(endpointQuery(pageApi.letterheads.getLetterhead, { params: { id: labId } }))
  if (query.data) return <FirstLetterheadForm labId={labId} letterhead={query.data} />
  return (
    <SectionCard title={texts.letterhead}>
      <Fetched query={query}>{() => null}</Fetched>
    </SectionCard>
  )
}

function FirstLetterheadForm(props: LetterheadProps) {
  const { draft, ...saving } = useLetterheadForm(props, true)
  return (
    <FormCard
      {...saving}
      title={texts.letterhead}
      subtitle={texts.letterheadHint}
      submitLabel={texts.saveLetterhead}
      pendingLabel={words.saving}
    >
      <FieldsAndPreview {...props} form={saving.form} draft={draft} />
    </FormCard>
  )
}

interface LetterheadFieldsProps extends LetterheadProps {
  form: SchemaForm<typeof letterheadForm>
  draft: LetterheadFields
}

/** The fields next to a preview. */
function FieldsAndPreview({ labId, letterhead, form, draft }: LetterheadFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={{ base: 'lg', sm: 'xl' }} style={{ alignItems: 'start' }}>
      <LetterheadFieldset labId={labId} form={form} logoAddress={letterhead.logoAddress} />
      <Stack>
        <LetterheadPreview
          labId={labId}
          draft={draft}
          letterhead={letterhead}
          isSwitchedOff={!useWatch({ control: form.control, name: 'isUsed' })}
        />
        <LetterheadFacts letterhead={letterhead} />
      </Stack>
    </SimpleGrid>
  )
}

interface LetterheadFieldsetProps {
  labId: number
  form: SchemaForm<typeof letterheadForm>
  logoAddress: string | null
}

function LetterheadFieldset({ labId, form, logoAddress }: LetterheadFieldsetProps) {
  const { control, register } = form
  const { errors } = form.formState
  const isTop = useWatch({ control, name: 'corner' }).startsWith('top')
  return (
    <Stack>
      <Checkbox label={texts.use} description={texts.useHint} {...register('isUsed')} />
      <LogoField labId={labId} address={logoAddress} />
      <TextInput
        label={texts.accreditation}
        description={texts.accreditationHint}
        maxLength={ACCREDITATION_LENGTH.max}
        autoComplete="off"
        {...fieldProps(form, 'accreditation')}
      />
      <CornerField field={register('corner')} />
      <Checkbox label={texts.signature} description={texts.signatureHint} {...register('showsSignature')} />
      <AdvancedFields hasError={!!errors.marginX || !!errors.marginY}>
        <Group grow align="flex-start" gap="sm">
          <TextInput label={texts.marginX} {...numberProps(form, 'marginX')} />
          <TextInput label={texts.marginY(isTop)} {...numberProps(form, 'marginY')} />
        </Group>
      </AdvancedFields>
    </Stack>
  )
}

function LogoField({ labId, address }: { labId: number; address: string | null }) {
  const change = useChangeLetterheadLogo(labId)
  const labelId = useId()
  const store = async (file: File | null) => {
    await change.mutateAsync(file)
    toastSuccess(file ? SUCCESS.saved : texts.logoRemoved)
  }
  return (
    <div role="group" aria-labelledby={labelId}>
      <Text size="sm" fw={500} mb={4} id={labelId}>
        {texts.logo}
      </Text>
      <PictureField
        hasPicture={address !== null}
        labels={texts.logoLabels(PICTURE_MAX_KB)}
        limit={{ kb: PICTURE_MAX_KB, exceeded: REFUSAL.PICTURE_TOO_LARGE }}
        onChange={store}
      >
        <StoredPicture address={address} name={texts.logo} none={texts.noLogo} />
      </PictureField>
    </div>
  )
}

function LetterheadFacts({ letterhead: { host, earlierHosts, seal } }: { letterhead: Letterhead }) {
  return (
    <Stack gap="xs">
      <Hint>{texts.reportsCheckedAt(<Ltr>{host}/v</Ltr>)}</Hint>
      {earlierHosts.map((earlier) => (
        <Notice
          key={earlier.host}
          tone="warning"
          title={texts.namesEarlierHost(earlier.reports, earlier.host)}
        >
          {texts.keepHost(<Ltr>{host}</Ltr>)}
        </Notice>
      ))}
      <Seal seal={seal} />
    </Stack>
  )
}

function Seal({ seal }: Pick<Letterhead, 'seal'>) {
  if (!seal) return <Hint>{texts.noSeal}</Hint>
  if (seal.problem) {
    const { title, advice } = texts.KEY_PROBLEMS[seal.problem]
    return (
      <Notice tone="warning" title={title}>
        {texts.publishedUnsealed} {advice}
      </Notice>
    )
  }
  const { subject, validUntil, isExposed } = seal
  return (
    <>
      <Hint>
        <IconRosetteDiscountCheck size={16} stroke={1.75} color="var(--positive-text)" aria-hidden="true" />{' '}
        {subject === null
          ? texts.sealedWithKey
          : validUntil === null
            ? texts.sealedBy(subject)
            : texts.sealedAs(subject, formatDate(validUntil))}
      </Hint>
      {isExposed && (
        <Notice tone="warning" title={texts.keyExposed}>
          {texts.keyExposedAdvice}
        </Notice>
      )}
    </>
  )
}
