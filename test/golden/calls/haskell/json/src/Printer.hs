module Printer (Doc, Pretty(..), text, brackets, commas, render, pretty) where

data Doc = Text String | Doc :<> Doc

class Pretty a where
  toDoc' :: a -> Doc
  listDoc :: [a] -> Doc
  listDoc = commas . map toDoc'

text :: String -> Doc
text = Text

(<+>) :: Doc -> Doc -> Doc
a <+> b = a :<> text " " :<> b

brackets :: Doc -> Doc
brackets d = text "[" :<> d :<> text "]"

commas :: [Doc] -> Doc
commas [] = text ""
commas ds = foldr1 join ds
  where join a b = a :<> text "," <+> b

render :: Doc -> String
render (Text s) = s
render (a :<> b) = render a ++ render b

pretty :: Pretty a => a -> String
pretty x = render (toDoc' x)
