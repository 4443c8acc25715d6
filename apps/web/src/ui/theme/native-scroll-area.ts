import { createElement, type CSSProperties, type ReactNode, type Ref } from 'react'

interface ScrollAreaProps {
  children?: ReactNode
  className?: string
  style?: CSSProperties
  /** Height above which it scrolls; for the list of a Select. */
  mah?: CSSProperties['maxHeight']
  viewportRef?: Ref<HTMLDivElement>
}

/** Stands in for Mantine's own `ScrollArea` in the built application: the browser scrolls, which costs nothing. */
export const ScrollArea = ({ children, className, style, mah, viewportRef }: ScrollAreaProps) =>
  createElement(
    'div',
    { ref: viewportRef, className, style: { ...style, maxHeight: mah, overflowY: 'auto' } },
    children,
  )

ScrollArea.Autosize = ScrollArea
