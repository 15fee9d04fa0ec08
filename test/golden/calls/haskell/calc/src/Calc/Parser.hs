module Calc.Parser (parseExpr, Parser (..)) where

import Calc.Expr
import Calc.Lexer (Token (..), tokenize)
import Control.Applicative

newtype Parser a = Parser { runParser :: [Token] -> Maybe (a, [Token]) }

instance Functor Parser where
  fmap f (Parser p) = Parser $ \ts -> case p ts of
    Nothing -> Nothing
    Just (a, rest) -> Just (f a, rest)

instance Applicative Parser where
  pure a = Parser $ \ts -> Just (a, ts)
  pf <*> pa = Parser $ \ts -> case runParser pf ts of
    Nothing -> Nothing
    Just (f, rest) -> runParser (fmap f pa) rest

parseExpr :: String -> Either String Expr
parseExpr input = do
  tokens <- tokenize input
  case runParser expression tokens of
    Just (e, []) -> Right e
    _ -> Left "parse error"

expression :: Parser Expr
expression = chain <$> term <*> operator <*> term
  where
    chain l o r = Bin o l r

term :: Parser Expr
term = satisfy toNum

operator :: Parser Op
operator = satisfy $ \t -> case t of
  TOp c -> toOp c
  _ -> Nothing

satisfy :: (Token -> Maybe a) -> Parser a
satisfy f = Parser $ \ts -> case ts of
  (t : rest) -> (\a -> (a, rest)) <$> f t
  [] -> Nothing

toNum :: Token -> Maybe Expr
toNum (TNum n) = Just (Num n)
toNum _ = Nothing

toOp :: Char -> Maybe Op
toOp '+' = Just Add
toOp '-' = Just Sub
toOp _ = Nothing
