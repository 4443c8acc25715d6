import { Box, Button, Group, Stack } from '@mantine/core'
import { IconBrandWhatsapp, IconPrinter } from '@tabler/icons-react'
import type { Answer, contract, Language, SendOptions } from '@zelab/contract'
import { createPortal } from 'react-dom'
import { MessageText, PhoneText } from '../../../ui/display/contact-links.tsx'
import { NEW_TAB } from '../../../ui/actions/links.tsx'
import { CopyButton } from '../../../ui/actions/copy-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from '../deliveries.module.css'
import * as texts from './texts.ts'

export type HandOverAnswer = Answer<typeof contract.deliveries.handOver>['data']

export interface Handed extends Pick<
  HandOverAnswer,
  'link' | 'text' | 'until' | 'whatsappAddress' | 'qrCode'
> {
  language: Language
  lab: SendOptions['lab'] | undefined
  /** Above the link of a slip. */
  headline: string
}

interface HandOverProps {
  made: Handed
  showsText: boolean
  onClose: () => void
}

/** A new link, to be opened in WhatsApp, printed or copied. It is shown only once. */
export function HandOver({ made, showsText, onClose }: HandOverProps) {
  const { language, text, whatsappAddress, qrCode } = made
  return (
    <Stack mt="md">
      {qrCode !== null && (
        <div className={classes.preview}>
          <Slip made={made} />
        </div>
      )}
      {showsText && (
        <Box px="sm" pt="xs" pb="sm" bg="var(--bench)" bdrs="sm">
          <Group component="p" mih="var(--control-small)" fw={600}>
            {texts.exactText} <CopyButton text={text} label={texts.copyText} />
          </Group>
          <MessageText text={text} language={language} />
        </Box>
      )}
      {whatsappAddress !== null && <Notice tone="info" title={texts.whatsAppNote} />}
      <Group align="stretch" justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
        {whatsappAddress !== null && (
          <Button
            component="a"
            href={whatsappAddress}
            {...NEW_TAB}
            rel="noopener noreferrer"
            data-autofocus
            leftSection={<IconBrandWhatsapp size={18} stroke={1.75} />}
          >
            {texts.openWhatsApp}
          </Button>
        )}
        {qrCode !== null && <PrintSlip made={made} />}
      </Group>
    </Stack>
  )
}

function Slip({ made: { language, lab, headline, link, until, qrCode } }: { made: Handed }) {
  const words = texts.SLIP[language]
  return (
    <div className={classes.slip} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <p className={classes.lab}>
        <bdi>{lab?.name}</bdi>
      </p>
      <p className={classes.ready}>{headline}</p>
      {qrCode !== null && (
        <img width={160} height={160} src={`data:image/svg+xml;utf8,${encodeURIComponent(qrCode)}`} alt="" />
      )}
      <p>{words.scan}</p>
      <p className={classes.link} dir="ltr">
        {link}
      </p>
      <p>{words.birthday(until)}</p>
      {lab?.phone && (
        <p>
          {words.questions} <PhoneText phone={lab.phone} />
        </p>
      )}
    </div>
  )
}

/** Prints only the slip: a copy outside the page that is visible in print. */
function PrintSlip({ made }: { made: Handed }) {
  const print = () => {
    document.body.dataset.printsSlip = ''
    window.print()
    delete document.body.dataset.printsSlip
  }
  return (
    <>
      <Button data-autofocus leftSection={<IconPrinter size={18} stroke={1.75} />} onClick={print}>
        {texts.printSlip}
      </Button>
      {createPortal(
        <div className={classes.paper}>
          <Slip made={made} />
        </div>,
        document.body,
      )}
    </>
  )
}
