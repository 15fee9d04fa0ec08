(ns shop.events)

(def handlers (atom {}))

(defn on [event f]
  (swap! handlers update event (fnil conj []) f))

(defn publish [event data]
  (doseq [f (get @handlers event)]
    (try
      (f data)
      (catch Exception e (log-error e)))))

(defn log-error [e] (println (.getMessage e)))

(defmacro with-handlers [& body]
  `(binding [*on* true]
     (publish :start nil)
     ~@body))
