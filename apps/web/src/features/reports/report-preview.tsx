import { Anchor, Button, Modal } from '@mantine/core'
import { IconExternalLink, IconEye, IconFileTypePdf, IconMaximize } from '@tabler/icons-react'
import type { Report } from '@zelab/contract'
import { useState } from 'react'
import { fileAddress, fileEnding, fileNameOf, isPictureFile } from '../../lib/report-files.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import classes from './report-preview.module.css'

/** A glance at the document; View shows it large without leaving the page. */
export function ReportPreview({ report }: { report: Report }) {
  const [isOpen, setIsOpen] = useState(false)
  const { title, filePath } = report
  const address = fileAddress(filePath)
  const open = () => setIsOpen(true)
  return (
    <SectionCard title="Report Preview" icon={IconEye}>
      <button type="button" className={classes.sheet} onClick={open} aria-label={`Enlarge ${title}`}>
        {isPictureFile(filePath) ? (
          <img className={classes.picture} src={address} alt="" />
        ) : (
          <span className={classes.document}>
            <IconFileTypePdf size={40} stroke={1.25} aria-hidden="true" />
            <span>{fileNameOf(title, filePath)}</span>
            <span className={classes.kind}>{fileEnding(filePath).slice(1).toUpperCase()} document</span>
          </span>
        )}
      </button>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="default"
          leftSection={<IconExternalLink size={16} stroke={1.75} />}
        >
          Open in New Tab
        </Button>
        <Button leftSection={<IconMaximize size={16} stroke={1.75} />} onClick={open}>
          View
        </Button>
      </div>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={title} size="90rem" padding="md">
        {/* No sandbox: the browser's own PDF viewer does not run in one (AMB-61). */}
        <iframe className={classes.frame} src={address} title={title} />
        <p className={classes.hint}>
          Nothing to see here?{' '}
          <Anchor href={address} target="_blank" rel="noopener" size="sm">
            Open the file in a new tab
          </Anchor>
        </p>
      </Modal>
    </SectionCard>
  )
}
