module Parser
  ( Parser
  , runParser
  , char
  , many1
  , sepBy
  , (<||>)
  , token
  ) where

import Data.Char (isSpace)

newtype Parser a = Parser { runParser :: String -> Maybe (a, String) }

instance Functor Parser where
  fmap f p = Parser $ \s -> case runParser p s of
    Nothing -> Nothing
    Just (a, rest) -> Just (f a, rest)

instance Applicative Parser where
  pure a = Parser $ \s -> Just (a, s)
  pf <*> pa = Parser $ \s -> do
    (f, rest) <- runParser pf s
    (a, rest') <- runParser pa rest
    return (f a, rest')

instance Monad Parser where
  p >>= f = bind p f

bind :: Parser a -> (a -> Parser b) -> Parser b
bind p f = Parser $ \s -> runParser p s >>= \(a, rest) -> runParser (f a) rest

infixl 3 <||>
(<||>) :: Parser a -> Parser a -> Parser a
a <||> b = Parser $ \s -> maybe (runParser b s) Just (runParser a s)

satisfy :: (Char -> Bool) -> Parser Char
satisfy test = Parser go
  where
    go (c:cs) | test c = Just (c, cs)
    go _ = Nothing

char :: Char -> Parser Char
char c = token (satisfy (== c))

many1 :: Parser a -> Parser [a]
many1 p = do
  x <- p
  xs <- many0 p
  return (x : xs)

many0 :: Parser a -> Parser [a]
many0 p = many1 p <||> pure []

sepBy :: Parser a -> Parser b -> Parser [a]
sepBy p sep = ((:) <$> p <*> many0 (sep *> p)) <||> pure []

token :: Parser a -> Parser a
token p = spaces *> p <* spaces

spaces :: Parser ()
spaces = () <$ many0 (satisfy isSpace)
