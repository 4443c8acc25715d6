import { Box } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/actions/links.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { publishedOf } from './published.ts'
import * as texts from './texts.ts'

/** Next steps after publishing, which stay on the page when the toast is gone. */
export function PublishedNotice() {
  const published = publishedOf(useLocation({ select: ({ state }) => state }))
  if (!published) return null
  const { title, patient, record } = published
  const view = (id: number) => ({
    to: '/user/reports/view/$reportId' as const,
    params: { reportId: String(id) },
  })
  const button = { size: 'xs', variant: 'default' } as const
  const isHeld = 'unreleasedId' in record
  return (
    <Box mb="md">
      <Notice
        tone="info"
        title={(isHeld ? texts.awaitsRelease : texts.wasPublished)(title, patient.fullName)}
        actions={
          <>
            {isHeld ? (
              <ButtonLink {...button} to="/user/release/$id" params={{ id: String(record.unreleasedId) }}>
                {texts.open}
              </ButtonLink>
            ) : (
              <>
                <ButtonLink {...button} {...view(record.id)}>
                  {texts.open}
                </ButtonLink>
                <ButtonLink {...button} {...view(record.id)} search={{ send: true }}>
                  {texts.sendToPatient}
                </ButtonLink>
              </>
            )}
            <ButtonLink
              {...button}
              to="/user/patient/$patientId/report/publish"
              params={{ patientId: String(patient.id) }}
            >
              {texts.publishAnother}
            </ButtonLink>
          </>
        }
      />
    </Box>
  )
}
