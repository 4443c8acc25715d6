import { Checkbox, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import type { InboxSource, InboxSourceFields, InboxSources, Saved } from '@zelab/contract'
import { HL7_CHARSETS } from '@zelab/contract/limits'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Hint, Ltr } from '../../../ui/display/inline.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { fieldProps, settingsChanges } from '../../../ui/form/form-resolver.ts'
import type { SourceFields, SourceUseForm } from './source-form.ts'
import { availableKinds, newSourceFields, sourceFieldsOf, sourceResolver } from './source-form.ts'
import * as texts from './texts.tsx'
import { useEndpoint } from '../../../lib/endpoint-mutation.ts'
import { api } from '../../../lib/api-client.ts'

const CHARSET_CHOICES = [
  { value: '', label: texts.asMessageSays },
  ...HL7_CHARSETS.map((charset) => ({ value: charset, label: texts.CHARSETS[charset] })),
]

interface SourceDialogProps {
  labId: number
  sources: Saved<InboxSources>
  source: InboxSource | undefined
  onClose: () => void
}

export function SourceDialog({ labId, sources, source, onClose }: SourceDialogProps) {
  const [opened] = useState(sources)
  const add = useEndpoint(api.inbox.addSource, { id: labId })
  const update = useEndpoint(api.inbox.updateSource, { id: labId, sourceId: source?.id ?? 0 })
  const form = useForm<SourceFields, unknown, InboxSourceFields>({
    resolver: sourceResolver,
    defaultValues: source ? sourceFieldsOf(source, sources) : newSourceFields(sources),
  })
  const [kind, isAutomatic] = useWatch({ control: form.control, name: ['kind', 'publishesAutomatically'] })
  const { root, hl7Port, publishers } = sources
  return (
    <FormDialog
      title={source ? texts.editTitle : texts.addTitle}
      name={`inbox source ${source?.id ?? `new in lab ${labId}`}`}
      form={form}
      onSave={(checked) =>
        source ? update.mutateAsync(settingsChanges(form, checked, opened)) : add.mutateAsync(checked)
      }
      onClose={onClose}
      {...(source ? { needsChange: true } : { submitLabel: texts.addSource })}
    >
      {source ? (
        <Hint>
          {texts.KINDS[kind]}. {texts.kindStays}
        </Hint>
      ) : (
        <KindField form={form} sources={sources} />
      )}
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        required
        autoComplete="off"
        data-autofocus={source !== undefined || undefined}
        {...fieldProps(form, 'name')}
      />
      {kind === 'folder' ? (
        <TextInput
          label={texts.folder}
          description={root === null ? texts.belowUnknown : texts.below(<Ltr>{root}</Ltr>)}
          required
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          {...fieldProps(form, 'folder')}
        />
      ) : (
        <HL7Fields form={form} port={hl7Port} />
      )}
      <Checkbox label={texts.isOn} description={texts.isOnHint} {...fieldProps(form, 'isOn')} />
      <Checkbox
        label={texts.automatic}
        description={texts.automaticHint}
        {...fieldProps(form, 'publishesAutomatically')}
      />
      {isAutomatic && (
        <>
          <Notice tone="warning" title={texts.automaticWarning}>
            {texts.automaticAdvice}
          </Notice>
          <NativeSelect
            label={texts.publisher}
            description={publishers.length === 0 ? texts.noPublishers : texts.publisherHint}
            required
            size="md"
            data={[
              { value: '', label: texts.selectPublisher, disabled: true },
              ...publishers.map(({ id, fullName }) => ({ value: String(id), label: fullName })),
            ]}
            {...fieldProps(form, 'publisherId')}
          />
        </>
      )}
    </FormDialog>
  )
}

function KindField({ form, sources }: { form: SourceUseForm; sources: InboxSources }) {
  return (
    <Stack component="fieldset" gap="xs">
      <legend>{texts.kind}</legend>
      {availableKinds(sources).map((kind, index) => (
        <Radio
          key={kind}
          value={kind}
          label={texts.KINDS[kind]}
          description={texts.KIND_HINTS[kind]}
          data-autofocus={index === 0 || undefined}
          {...form.register('kind')}
        />
      ))}
      <Hint>
        {sources.root === null && texts.FOLDERS_NOT_SET_UP} {sources.hl7Port === null && texts.HL7_NOT_SET_UP}
      </Hint>
    </Stack>
  )
}

function HL7Fields({ form, port }: { form: SourceUseForm; port: number | null }) {
  return (
    <>
      {port !== null && <Hint>{texts.connectTo(<Ltr>{String(port)}</Ltr>)}</Hint>}
      <Textarea
        label={texts.fingerprint}
        description={texts.fingerprintHint}
        required
        rows={2}
        spellCheck={false}
        dir="ltr"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...fieldProps(form, 'certificate')}
      />
      <Textarea
        label={texts.addresses}
        description={texts.addressesHint}
        required
        rows={3}
        spellCheck={false}
        dir="ltr"
        {...fieldProps(form, 'addresses')}
      />
      <NativeSelect
        label={texts.charset}
        description={texts.charsetHint}
        size="md"
        data={CHARSET_CHOICES}
        {...fieldProps(form, 'charset')}
      />
    </>
  )
}
