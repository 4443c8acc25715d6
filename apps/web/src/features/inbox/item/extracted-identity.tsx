import { Stack, Text } from '@mantine/core'
import type { OpenedInboxItem } from '@zelab/contract'
import { Hint } from '../../../ui/display/inline.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './inbox-item.module.css'
import * as texts from './texts.ts'

const LABELS = {
  names: texts.names,
  datesOfBirth: texts.datesOfBirth,
  ids: texts.ids,
  phones: texts.phones,
  codes: texts.codes,
} as const
const FIELDS = ['names', 'datesOfBirth', 'ids', 'phones', 'codes'] as const

export function ExtractedIdentity({ item: { named, isReadWhole, file } }: { item: OpenedInboxItem }) {
  const said = FIELDS.filter((field) => named[field].length > 0)
  return (
    <Stack gap="xs" pb="sm" mod="ruled">
      <Text component="h3" size="sm" fw={600}>
        {texts.extractedIdentity}
      </Text>
      {said.length === 0 ? (
        <Hint>{texts.saysNothing}</Hint>
      ) : (
        <dl className={classes.facts}>
          {said.map((field) => (
            <div key={field}>
              <dt>{LABELS[field]}</dt>
              <dd>
                <bdi>{named[field].join(' · ')}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {file && !isReadWhole && (
        <Notice tone="warning" title={texts.notReadWhole}>
          <p>{texts.notReadWholeHint}</p>
        </Notice>
      )}
    </Stack>
  )
}
