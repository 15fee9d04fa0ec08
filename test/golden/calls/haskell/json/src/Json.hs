module Json where

import Parser
import qualified Printer as P

data Value
  = Null
  | Bool Bool
  | Array [Value]
  deriving (Eq)

instance Show Value where
  show = P.render . toDoc

instance P.Pretty Value where
  toDoc' = toDoc

value :: Parser Value
value = nullP <||> boolP <||> arrayP

nullP :: Parser Value
nullP = Null <$ word "null"

boolP :: Parser Value
boolP = (Bool True <$ word "true") <||> (Bool False <$ word "false")

arrayP :: Parser Value
arrayP = Array <$> (char '[' *> sepBy value (char ',') <* char ']')

word :: String -> Parser String
word = token . traverse char

toDoc :: Value -> P.Doc
toDoc Null = P.text "null"
toDoc (Bool b) = P.text (if b then "true" else "false")
toDoc (Array vs) = P.brackets (P.commas (map toDoc vs))

decode :: String -> Either String Value
decode input =
  case runParser value input of
    Just (v, "") -> Right v
    Just (_, rest) -> Left (failure rest)
    Nothing -> Left (failure input)

failure :: String -> String
failure = ("cannot parse " ++) . take 10
