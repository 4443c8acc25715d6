import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './print-alone.module.css'

interface PrintAloneProps {
  label: string
  /** A slip contains no data of the record, so its print is not recorded. */
  kind: 'slip' | 'label' | 'list'
  /** Descriptors of the page, such as its size, for what is printed. */
  pageOf: (paper: HTMLElement) => string
  children: ReactNode
}

/** Prints only its children: a copy outside the page that is visible in print. */
export function PrintAlone({ label, kind, pageOf, children }: PrintAloneProps) {
  const paper = useRef<HTMLDivElement>(null)
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])
  const print = () => {
    if (!paper.current) return
    end.current?.()
    const rule = new CSSStyleSheet()
    rule.replaceSync(`@page { ${pageOf(paper.current)} }`)
    document.adoptedStyleSheets.push(rule)
    document.body.dataset.printsAlone = kind
    // On phones, `print` returns before the page is printed.
    const clear = () => {
      delete document.body.dataset.printsAlone
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rule)
      window.removeEventListener('afterprint', clear)
      end.current = undefined
    }
    end.current = clear
    window.addEventListener('afterprint', clear)
    window.print()
  }
  return (
    <>
      <Button data-autofocus leftSection={<IconPrinter size={18} stroke={1.75} />} onClick={print}>
        {label}
      </Button>
      {createPortal(
        <div ref={paper} className={classes.paper}>
          {children}
        </div>,
        document.body,
      )}
    </>
  )
}
